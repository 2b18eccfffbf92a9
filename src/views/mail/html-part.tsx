import type { Language } from '../languages.ts';
import type { Block } from './mail-content.ts';

// Mail programs remove stylesheets, so every element has its own style. The colors work in light and dark mode.
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const styles = {
  body: `margin:0;padding:0;background:#f4f5f8;${font}`,
  ground: 'background:#f4f5f8',
  cell: 'padding:32px 12px',
  card: 'max-width:560px;background:#ffffff;border-radius:12px',
  content: `padding:32px;color:#171a24;font-size:16px;line-height:1.5;overflow-wrap:anywhere;${font}`,
  heading: 'margin:0 0 20px;font-size:22px;line-height:1.3;font-weight:600',
  paragraph: 'margin:0 0 16px',
  small: 'margin:0 0 16px;color:#555c6e;font-size:14px',
  button: 'display:inline-block;padding:12px 24px;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none',
  term: 'padding:4px 16px 4px 0;color:#555c6e;font-size:14px;text-align:left;vertical-align:top;font-weight:400',
  value: 'padding:4px 0;font-size:14px',
  footer: 'max-width:560px;margin:16px auto 0;color:#555c6e;font-size:13px;line-height:1.5;text-align:center',
};

const ACCENT = '#3f4bc4';

function BlockPart({ block, linkHint, accent }: { block: Block; linkHint: string; accent: string }) {
  if (block.kind === 'button')
    return (
      <>
        <p style={styles.paragraph}>
          <a href={block.href} style={`${styles.button};background:${accent}`}>
            {block.text}
          </a>
        </p>
        <p style={styles.small}>
          {linkHint}
          <br />
          <a href={block.href} style={`color:${accent}`}>
            {block.href}
          </a>
        </p>
      </>
    );
  if (block.kind !== 'facts') return <p style={styles[block.kind]}>{block.text}</p>;
  return (
    <table cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">
      {block.facts.map(({ term, value, href }) => (
        <tr>
          <th scope="row" style={styles.term}>
            {term}
          </th>
          <td style={styles.value}>
            {href ? (
              <a href={href} style={`color:${accent}`}>
                {value}
              </a>
            ) : (
              value
            )}
          </td>
        </tr>
      ))}
    </table>
  );
}

interface HtmlPartProps {
  language: Language;
  subject: string;
  blocks: readonly Block[];
  /** What to do if the button does not work. */
  linkHint: string;
  footer: string;
  /** The color of buttons and links. The product’s own by default. */
  brandColor: string | null;
}

/** The HTML part of a mail: one card, without pictures or anything else to load. */
export function HtmlPart({ language, subject, blocks, linkHint, footer, brandColor }: HtmlPartProps) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{subject}</title>
      </head>
      <body style={styles.body}>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style={styles.ground}>
          <tr>
            <td align="center" style={styles.cell}>
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style={styles.card}>
                <tr>
                  <td align="left" style={styles.content}>
                    <h1 style={styles.heading}>{subject}</h1>
                    {blocks.map((block) => (
                      <BlockPart block={block} linkHint={linkHint} accent={brandColor ?? ACCENT} />
                    ))}
                  </td>
                </tr>
              </table>
              <p style={styles.footer}>{footer}</p>
            </td>
          </tr>
        </table>
      </body>
    </html>
  );
}

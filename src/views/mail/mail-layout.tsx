import { renderToString } from 'preact-render-to-string';
import { isLinkable } from '../parts/link.tsx';
import type { Language } from '../languages.ts';
import { fillText } from '../parts/own-text.ts';
import { translate, type TimesAs, type Translate } from '../translate.ts';
import { HtmlPart } from './html-part.tsx';
import type { Block, MailContent } from './mail-content.ts';
import type { MailPart, MailTemplate, MailTextKey } from './templates.ts';

/** How the mails of a customer look, and what they say. */
export interface MailBrand {
  /** What the customer is called. */
  readonly name: string;
  /** The color of buttons and links. */
  readonly color?: string | null | undefined;
  /** The customer's own texts, in the language of the mail. The others are the product's. */
  readonly texts?: { readonly [Key in MailTextKey]?: string } | undefined;
}

/** What every mail needs. */
export interface MailContext extends TimesAs {
  /** English by default. */
  language?: Language | undefined;
  /** The recipient's address. */
  email: string;
  /** The recipient's name, if known. */
  name?: string | null | undefined;
  brand: MailBrand;
}

/** A mail ready to be sent. */
export interface Mail {
  subject: string;
  html: string;
  text: string;
}

// A name with line breaks could add lines to the text part, or headers after the subject.
const oneLine = (value: string) => value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

function clean(block: Block): Block[] {
  if (block.kind === 'button') return [{ ...block, href: oneLine(block.href) }];
  if (block.kind !== 'facts') return [{ ...block, text: oneLine(block.text) }];
  const facts = block.facts.map(({ term, value, href }) => ({
    term,
    value: oneLine(value),
    ...(href && isLinkable(href) && { href: oneLine(href) }),
  }));
  return facts.length > 0 ? [{ kind: 'facts', facts }] : [];
}

function textOf(block: Block): string {
  if (block.kind === 'button') return `${block.text}:\n${block.href}`;
  if (block.kind !== 'facts') return block.text;
  const line = ({ term, value, href }: (typeof block.facts)[number]) =>
    `${term}: ${value}${href && href !== value ? ` (${href})` : ''}`;
  return block.facts.map(line).join('\n');
}

/** Makes both parts of a mail from one description. Texts of the customer replace those of the product. */
export function composeMail(
  template: MailTemplate,
  context: MailContext,
  describe: (t: Translate) => MailContent,
): Mail {
  const { email, brand } = context;
  const t = translate(context.language, context);
  const content = describe(t);
  const name = context.name && oneLine(context.name);
  const values = { customer: brand.name, email, name: name || email, ...content.values };
  const own = (part: MailPart): string | undefined => brand.texts?.[`${template}.${part}`];
  // The lines are those of the customer's text. Values add none.
  const paragraphs = (part: 'introduction' | 'closing', kind: 'paragraph' | 'small', text: string): Block[] =>
    own(part)
      ?.split(/\n+/)
      .map((line) => ({ kind, text: fillText(line, values) })) ?? [{ kind, text }];
  const { closing } = content;
  const body = [
    { kind: 'paragraph', text: name ? t('mail.greeting', { name }) : t('mail.greetingUnnamed') } as const,
    ...paragraphs('introduction', 'paragraph', content.introduction),
    ...content.blocks,
    ...paragraphs('closing', closing.kind, closing.text),
    ...(content.below ?? []),
  ].flatMap(clean);
  const footer = oneLine(t('mail.footer', { email, customer: brand.name }));
  const ownSubject = own('subject');
  const part = {
    language: t.language,
    subject: oneLine(ownSubject === undefined ? content.subject : fillText(ownSubject, values)),
    blocks: body,
    linkHint: t('mail.linkHint'),
    footer,
    brandColor: brand.color ?? null,
  };
  return {
    subject: part.subject,
    html: `<!doctype html>${renderToString(<HtmlPart {...part} />)}`,
    text: `${[...body.map(textOf), `-- \n${footer}`].join('\n\n')}\n`,
  };
}

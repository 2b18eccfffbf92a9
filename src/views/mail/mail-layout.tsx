import { renderToString } from 'preact-render-to-string';
import { isLinkable } from '../link.tsx';
import type { Language } from '../messages.ts';
import { translate, type TimesAs, type Translate } from '../translate.ts';
import { HtmlPart } from './html-part.tsx';
import type { Block, MailContent } from './mail-content.ts';

/** What every mail needs. */
export interface MailContext extends TimesAs {
  /** English by default. */
  language?: Language | undefined;
  /** The recipient's address. */
  email: string;
  /** The recipient's name, if known. */
  name?: string | null | undefined;
  customerName: string;
  /** The customer’s color. */
  brandColor?: string | null | undefined;
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

/** Makes both parts of a mail from one description. */
export function composeMail(context: MailContext, content: (t: Translate) => MailContent): Mail {
  const t = translate(context.language, context);
  const { subject, blocks } = content(t);
  const name = context.name && oneLine(context.name);
  const body = [
    { kind: 'paragraph', text: name ? t('mail.greeting', { name }) : t('mail.greetingUnnamed') } as const,
    ...blocks,
  ].flatMap(clean);
  const footer = oneLine(t('mail.footer', { email: context.email, customer: context.customerName }));
  const part = {
    language: t.language,
    subject: oneLine(subject),
    blocks: body,
    linkHint: t('mail.linkHint'),
    footer,
    brandColor: context.brandColor ?? null,
  };
  return {
    subject: part.subject,
    html: `<!doctype html>${renderToString(<HtmlPart {...part} />)}`,
    text: `${[...body.map(textOf), `-- \n${footer}`].join('\n\n')}\n`,
  };
}

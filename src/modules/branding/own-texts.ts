import { fault } from '../../ground/kernel/errors.ts';
import { readItems } from '../../ground/kernel/input.ts';
import { readLine, readText } from '../../ground/kernel/text.ts';
import {
  LANGUAGES,
  MAIL_PARTS,
  MAIL_TEMPLATES,
  mailPlaces,
  type Language,
  type MailPart,
  type MailTemplate,
  type MailTextKey,
} from '../../views/mail/index.ts';

/** The texts of pages that a customer can add, with what each can name. */
const PAGE_PLACES = {
  login_welcome: ['customer', 'application'],
  sign_up_hint: ['customer'],
  footer: ['customer'],
} as const satisfies Record<string, readonly string[]>;
export type PageText = keyof typeof PAGE_PLACES;
export const PAGE_TEXTS = Object.keys(PAGE_PLACES) as PageText[];

/** The placeholders that a page's text may have. */
export const pagePlaces = (text: PageText): readonly string[] => PAGE_PLACES[text];

/** The most characters of a text. */
export const TEXT_MAX = { subject: 150, introduction: 1000, closing: 1000, page: 500 } as const;

/** How a text is stored: `page.footer`, `invitation.subject`. */
type TextKey = `page.${PageText}` | MailTextKey;

/** A customer's texts in one language. */
export type TextsOfLanguage = { readonly [Key in TextKey]?: string };

/** A customer's texts, by language. */
export type OwnTexts = { readonly [Name in Language]?: TextsOfLanguage };

/** A page's text that a caller gives. Null and an empty text remove it. */
export interface GivenPageText {
  readonly name: PageText;
  readonly locale: string;
  readonly text?: string | null | undefined;
}

/** A text of a mail that a caller gives. Null and an empty text bring the built-in one back. */
export interface GivenMailText {
  readonly template: MailTemplate;
  readonly part: MailPart;
  readonly locale: string;
  readonly text?: string | null | undefined;
}

interface ReadOne {
  readonly language: Language;
  readonly key: TextKey;
  readonly text: string | null;
}

/** The texts that name a language. */
export const LANGUAGE_RULES = {
  maxLength: Math.max(...LANGUAGES.map(({ length }) => length)),
  pattern: LANGUAGES.join('|'),
};

/** The language with this name. Throws `invalid` for one without a catalog. */
export function readLanguage(field: string, locale: string): Language {
  const found = LANGUAGES.find((language) => language === locale);
  if (!found) throw fault(field, 'one_of', { values: LANGUAGES });
  return found;
}

/** Reads texts of pages. Throws `invalid` with all faults. */
export const readPageTexts = (given: readonly GivenPageText[]): ReadOne[] =>
  readItems(given, ({ name, locale, text }, n) => ({
    language: readLanguage(`pageTexts.${n}.locale`, locale),
    key: `page.${name}` as const,
    text: readOwnText(`pageTexts.${n}.text`, text, { max: TEXT_MAX.page, places: pagePlaces(name) }),
  }));

/** Reads texts of mails. Throws `invalid` with all faults. */
export const readMailTexts = (given: readonly GivenMailText[]): ReadOne[] =>
  readItems(given, ({ template, part, locale, text }, n) => ({
    language: readLanguage(`mailTexts.${n}.locale`, locale),
    key: `${template}.${part}` as const,
    text: readMailText(`mailTexts.${n}.text`, template, part, text),
  }));

/** Reads one text of a mail. Null for the built-in one. */
export const readMailText = (
  field: string,
  template: MailTemplate,
  part: MailPart,
  text: string | null | undefined,
): string | null =>
  readOwnText(field, text, { max: TEXT_MAX[part], places: mailPlaces(template), isLine: part === 'subject' });

interface TextRules {
  readonly max: number;
  readonly places: readonly string[];
  readonly isLine?: boolean;
}

function readOwnText(
  field: string,
  given: string | null | undefined,
  { max, places, isLine = false }: TextRules,
): string | null {
  if (!given?.trim()) return null;
  const text = isLine ? readLine(field, given, { max }) : readText(field, given.replaceAll('\r\n', '\n'), { max });
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, name]) => !places.includes(name!));
  if (unknown)
    throw fault(field, 'placeholder', {
      placeholder: unknown[0],
      allowed: places.map((name) => `{${name}}`),
    });
  return text;
}

/** The texts with changes. What becomes null is removed. */
export function textsWith(texts: OwnTexts, changes: readonly ReadOne[]): OwnTexts {
  const next: Partial<Record<Language, Partial<Record<TextKey, string>>>> = structuredClone(texts);
  for (const { language, key, text } of changes) {
    const inLanguage = (next[language] ??= {});
    if (text === null) delete inLanguage[key];
    else inLanguage[key] = text;
  }
  return Object.fromEntries(Object.entries(next).filter(([, each]) => Object.keys(each).length > 0));
}

/** The page texts as a caller gave them, in the order of the lists. */
export const listPageTexts = (texts: OwnTexts) =>
  LANGUAGES.flatMap((locale) =>
    PAGE_TEXTS.flatMap((name) => {
      const text = texts[locale]?.[`page.${name}`];
      return text === undefined ? [] : [{ name, locale, text }];
    }),
  );

/** The texts of mails as a caller gave them, in the order of the lists. */
export const listMailTexts = (texts: OwnTexts) =>
  LANGUAGES.flatMap((locale) =>
    MAIL_TEMPLATES.flatMap((template) =>
      MAIL_PARTS.flatMap((part) => {
        const text = texts[locale]?.[`${template}.${part}`];
        return text === undefined ? [] : [{ template, part, locale, text }];
      }),
    ),
  );

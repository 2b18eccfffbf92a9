import type { RequestContext } from '../../ground/kernel/context.ts';
import { languageOf, localeOf, type Language, type MailBrand } from '../../views/mail/index.ts';
import type { Brand } from '../branding/index.ts';

/** What a user has said of their language and time zone. */
export interface Preferring {
  readonly userId: string;
  readonly locale?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
}

/** How a mail addresses its reader. */
interface MailReader {
  readonly language: Language;
  readonly locale: string;
  readonly timeZone: string | null;
  readonly brand: MailBrand;
}

/** The reader of a mail, in the language that they have given. A user who caused the mail gets it in the browser's. */
export function mailReader(ctx: RequestContext, brand: Brand, { userId, locale, timeZone }: Preferring): MailReader {
  const tags = [...(locale ? [locale] : []), ...(isCausedBy(ctx, userId) ? (ctx.origin.languages ?? []) : [])];
  const language = languageOf(tags);
  return {
    language,
    locale: localeOf(tags, language),
    timeZone: timeZone ?? null,
    brand: { ...brand, texts: brand.texts[language] },
  };
}

/** Whether the user caused what the request does. The viewer of a page is anonymous: the user of the session or the link. */
export const isCausedBy = ({ viewer }: RequestContext, userId: string): boolean =>
  viewer.kind === 'anonymous' || (viewer.kind === 'user' && viewer.userId === userId);

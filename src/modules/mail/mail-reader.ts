import type { RequestContext } from '../../kernel/context.ts';
import { languageOf, localeOf, type Language } from '../../views/mail/index.ts';

/** What a user has said of their language and time zone. */
export interface Preferring {
  readonly userId: string;
  readonly locale?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  /** The color of their customer. */
  readonly brandColor?: string | null | undefined;
}

/** How a mail addresses its reader. */
interface MailReader {
  readonly language: Language;
  readonly locale: string;
  readonly timeZone: string | null;
  readonly brandColor: string | null;
}

/** The reader of a mail, in the language that they have given. Who causes the mail themself gets it in their browser's. */
export function mailReader(ctx: RequestContext, { userId, locale, timeZone, brandColor }: Preferring): MailReader {
  const tags = [...(locale ? [locale] : []), ...(isCausedBy(ctx, userId) ? (ctx.origin.languages ?? []) : [])];
  const language = languageOf(tags);
  return { language, locale: localeOf(tags, language), timeZone: timeZone ?? null, brandColor: brandColor ?? null };
}

/** Whether the user caused what the request does. A page’s viewer is anonymous: it is who has the session or the link. */
export const isCausedBy = ({ viewer }: RequestContext, userId: string): boolean =>
  viewer.kind === 'anonymous' || (viewer.kind === 'user' && viewer.userId === userId);

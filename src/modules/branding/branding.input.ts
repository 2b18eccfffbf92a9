import type { MailPart } from '../../views/mail/index.ts';
import type { GivenMailText, GivenPageText } from './own-texts.ts';

/** The most characters of a name. */
export const NAME_MAX = 120;

/** Texts of a mail that are tried before they are stored. What is left out is as it is stored. */
export type MailDraft = { readonly [Part in MailPart]?: string | null };

/** Changes to how pages and mails look. What is left out stays unchanged. */
export interface UpdateBranding {
  /** Null for the customer's name. */
  readonly name?: string | null;
  /** Null for the product's own. */
  readonly color?: string | null;
  /** A data URI. Null for none. */
  readonly logo?: string | null;
  readonly pageTexts?: GivenPageText[] | null;
  readonly mailTexts?: GivenMailText[] | null;
}

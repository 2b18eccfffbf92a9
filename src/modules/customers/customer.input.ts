import type { ImpersonationRule, PasswordSignIn } from './customer.entity.ts';
import type { ChangeSecondFactorPolicy } from './second-factor.input.ts';

/** The most characters of terms on the sign-up page. Longer ones have a page of their own. */
export const TERMS_MAX = 4000;
/** The most administrators who are listed. */
export const IMPERSONATORS_MAX = 100;
/** The most days for which a browser is remembered. */
export const REMEMBER_DAYS_MAX = 365;

/** Changes to a customer. What is left out stays unchanged. */
export interface UpdateCustomer {
  readonly selfDeletion?: boolean | null;
  readonly termsUrl?: string | null;
  readonly termsText?: string | null;
  readonly secondFactor?: ChangeSecondFactorPolicy | null;
  readonly impersonation?: ImpersonationRule | null;
  readonly impersonatorIds?: string[] | null;
  readonly impersonationMails?: boolean | null;
  readonly rememberDeviceDays?: number | null;
  readonly emailCodes?: boolean | null;
  readonly passwordSignIn?: PasswordSignIn | null;
}

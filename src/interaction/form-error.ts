import { AppError } from '../kernel/errors.ts';
import type { Settings } from '../kernel/runtime.ts';
import type { FormError } from '../views/index.ts';

/** Why a form about passwords is shown again. */
type PasswordFormError = FormError<
  | 'password_too_short'
  | 'password_too_long'
  | 'password_common'
  | 'password_personal'
  | 'password_word'
  | 'password_pattern'
  | 'password_weak'
  | 'password_breached'
  | 'password_unchanged'
  | 'passwords_differ'
  | 'wrong_password'
  | 'too_many_tries'
>;

/** What a form's page says of a failure; null for those that only an error page can tell. */
export function passwordFormError(error: unknown, { minLength }: Settings['passwords']): PasswordFormError | null {
  if (!(error instanceof AppError)) return null;
  if (error.kind === 'rate_limited') return { code: 'too_many_tries', waitSeconds: error.retryAfter ?? 60 };
  switch (error.code) {
    case 'PASSWORD_TOO_SHORT':
      return { code: 'password_too_short', minLength };
    case 'PASSWORD_TOO_LONG':
      return { code: 'password_too_long' };
    case 'PASSWORD_COMMON':
      return { code: 'password_common' };
    case 'PASSWORD_PERSONAL':
      return { code: 'password_personal' };
    case 'PASSWORD_WORD':
      return { code: 'password_word' };
    case 'PASSWORD_PATTERN':
      return { code: 'password_pattern' };
    case 'PASSWORD_WEAK':
      return { code: 'password_weak' };
    case 'PASSWORD_BREACHED':
      return { code: 'password_breached' };
    case 'PASSWORD_UNCHANGED':
      return { code: 'password_unchanged' };
    case 'WRONG_PASSWORD':
      return { code: 'wrong_password' };
    default:
      return null;
  }
}

import { AppError } from '../../../ground/kernel/errors.ts';
import type { Settings } from '../../../ground/kernel/runtime.ts';
import type { FormError, PasswordError, TypedPasswords } from '../../../views/index.ts';

/** Why a form about passwords is shown again. */
type PasswordFormError = PasswordError | FormError<'wrong_password' | 'too_many_tries'>;

/** Form errors without further values, by the code of the error. */
const PLAIN = {
  PASSWORD_TOO_LONG: 'password_too_long',
  PASSWORD_COMMON: 'password_common',
  PASSWORD_PERSONAL: 'password_personal',
  PASSWORD_WORD: 'password_word',
  PASSWORD_PATTERN: 'password_pattern',
  PASSWORD_WEAK: 'password_weak',
  PASSWORD_BREACHED: 'password_breached',
  PASSWORD_UNCHANGED: 'password_unchanged',
  WRONG_PASSWORD: 'wrong_password',
} as const;

/** The form error for a failure. Null if it needs an error page. */
export function passwordFormError(error: unknown, { minLength }: Settings['passwords']): PasswordFormError | null {
  if (!(error instanceof AppError)) return null;
  if (error.kind === 'rate_limited') return tooManyTries(error);
  if (error.code === 'PASSWORD_TOO_SHORT') return { code: 'password_too_short', minLength };
  return isPlain(error.code) ? { code: PLAIN[error.code] } : null;
}

/** The form error for a refused code. Null if it is refused for something else. */
export function codeFormError(error: unknown): FormError<'wrong_code' | 'too_many_tries'> | null {
  if (!(error instanceof AppError)) return null;
  if (error.kind === 'rate_limited') return tooManyTries(error);
  return error.code === 'WRONG_CODE' ? { code: 'wrong_code' } : null;
}

/** The form error for somebody who has to wait. */
export const tooManyTries = ({ retryAfter }: AppError): FormError<'too_many_tries'> => ({
  code: 'too_many_tries',
  waitSeconds: retryAfter ?? 60,
});

/** How a page is sent whose form is shown again for this reason, if there is one. */
export function sentWith(error: FormError | null | undefined): {
  readonly status: number;
  readonly retryAfter?: number;
} {
  if (!error) return { status: 200 };
  return error.code === 'too_many_tries' ? { status: 429, retryAfter: error.waitSeconds } : { status: 400 };
}

/** What was typed, if the user only wants to see or to hide it. */
export function revealed(field: (name: string) => string): TypedPasswords | null {
  const wish = field('reveal');
  if (wish === '') return null;
  const [password, confirmation, current] = [field('password'), field('confirmation'), field('current_password')];
  return { visible: wish === 'on', password, confirmation, current };
}

const isPlain = (code: string): code is keyof typeof PLAIN => Object.hasOwn(PLAIN, code);

import type { MessageKey } from '../messages.ts';
import type { Translate } from '../translate.ts';

/** The field that is mended first comes first. */
type Complaint = { message: MessageKey; fields: readonly string[] };

const complaints = {
  bad_credentials: { message: 'formError.badCredentials', fields: ['password', 'email'] },
  bad_credentials_or_passkey: { message: 'formError.badCredentialsOrPasskey', fields: ['password', 'email'] },
  too_many_tries: { message: 'formError.tooManyTries', fields: [] },
  session_expired: { message: 'formError.sessionExpired', fields: [] },
  wrong_code: { message: 'formError.wrongCode', fields: ['code'] },
  wrong_passkey: { message: 'formError.wrongPasskey', fields: [] },
  passkey_known: { message: 'formError.passkeyKnown', fields: [] },
  too_many_passkeys: { message: 'formError.tooManyPasskeys', fields: [] },
  invalid_passkey_name: { message: 'formError.invalidPasskeyName', fields: ['name'] },
  wrong_device_code: { message: 'formError.wrongDeviceCode', fields: ['user_code'] },
  wrong_account_password: { message: 'formError.wrongAccountPassword', fields: ['password'] },
  wrong_password: { message: 'formError.wrongPassword', fields: ['current_password'] },
  password_too_short: { message: 'formError.passwordTooShort', fields: ['password'] },
  password_too_long: { message: 'formError.passwordTooLong', fields: ['password'] },
  password_common: { message: 'formError.passwordCommon', fields: ['password'] },
  password_personal: { message: 'formError.passwordPersonal', fields: ['password'] },
  password_word: { message: 'formError.passwordWord', fields: ['password'] },
  password_pattern: { message: 'formError.passwordPattern', fields: ['password'] },
  password_weak: { message: 'formError.passwordWeak', fields: ['password'] },
  password_breached: { message: 'formError.passwordBreached', fields: ['password'] },
  password_unchanged: { message: 'formError.passwordUnchanged', fields: ['password'] },
  passwords_differ: { message: 'formError.passwordsDiffer', fields: ['password', 'confirmation'] },
  unknown_organization: { message: 'formError.unknownOrganization', fields: ['organization'] },
  foreign_organization: { message: 'formError.foreignOrganization', fields: ['name'] },
  invalid_name: { message: 'formError.invalidName', fields: ['name'] },
  email_taken: { message: 'formError.emailTaken', fields: ['email'] },
  invalid_new_email: { message: 'formError.invalidNewEmail', fields: ['email'] },
  wrong_confirmation: { message: 'formError.wrongConfirmation', fields: ['confirmation'] },
  last_administrator: { message: 'formError.lastAdministrator', fields: [] },
  terms_not_accepted: { message: 'formError.termsNotAccepted', fields: ['accept'] },
  invalid_email: { message: 'formError.invalidEmail', fields: ['email'] },
} as const satisfies Record<string, Complaint>;

/** Why a form is shown again. */
export type FormErrorCode = keyof typeof complaints;

interface FormErrorDetails {
  too_many_tries: { waitSeconds: number };
  password_too_short: { minLength: number };
}

/** One of the reasons a form may be shown again for, with what its sentence needs. */
export type FormError<Code extends FormErrorCode = FormErrorCode> = Code extends keyof FormErrorDetails
  ? { code: Code } & FormErrorDetails[Code]
  : { code: Code };

/** The reasons for which a new password is refused. */
export type PasswordError = FormError<
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
>;

/** The sentence that says what is wrong. */
export function describeFormError(error: FormError, t: Translate): string {
  const wait = 'waitSeconds' in error ? t.duration(error.waitSeconds) : '';
  const min = 'minLength' in error ? error.minLength : '';
  return t(complaints[error.code].message, { wait, min });
}

/** Whether a field has the focus: the one to mend first, or the one that the form begins with. */
export function hasFocus(error: FormError | null | undefined, field: string, isFirst = false): boolean {
  const [wrong]: readonly string[] = error ? complaints[error.code].fields : [];
  return wrong === undefined ? isFirst : wrong === field;
}

/** Whether the error is about the field of this name. */
export function concerns(error: FormError | null | undefined, field: string): boolean {
  const fields: readonly string[] = error ? complaints[error.code].fields : [];
  return fields.includes(field);
}

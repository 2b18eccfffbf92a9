import { accountPage, type AccountPageContext } from './account-layout.tsx';
import type { FormError, PasswordError } from '../parts/form-error.ts';
import {
  AccountField,
  Field,
  Form,
  NewPasswordFields,
  passwordType,
  RevealButton,
  type FormContext,
  type TypedPasswords,
} from '../parts/form.tsx';

/** What the page to change one's password shows. It posts `current_password`, `password` and `confirmation`. */
export interface ChangePasswordContext extends AccountPageContext, FormContext {
  email: string;
  typed?: TypedPasswords | null | undefined;
  /** The fewest characters a password may have. */
  minLength: number;
  error?: PasswordError | FormError<'wrong_password' | 'too_many_tries' | 'session_expired'> | null | undefined;
}

/** The page on which somebody signed in replaces their password. */
export function renderChangePassword(context: ChangePasswordContext): string {
  const { email, typed, minLength, error } = context;
  return accountPage(context, (t) => ({
    title: t('changePassword.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('changePassword.title')}</h1>
        <p class="lead">{t('changePassword.lead')}</p>
        <Form t={t} context={context}>
          <AccountField t={t} email={email} />
          <Field
            name="current_password"
            label={t('field.currentPassword')}
            type={passwordType(typed)}
            value={typed?.current ?? ''}
            autocomplete="current-password"
            autofocus
            error={error}
          />
          <NewPasswordFields t={t} label={t('field.newPassword')} minLength={minLength} error={error} typed={typed} />
          <button type="submit">{t('changePassword.submit')}</button>
          <RevealButton t={t} typed={typed} />
        </Form>
      </>
    ),
  }));
}

import type { FormError } from '../parts/form-error.ts';
import { EmailField, Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';
import { Link } from '../parts/link.tsx';

/** What the page to ask for a reset link shows. It posts `email`. */
export interface ForgotPasswordContext extends PageContext, FormContext {
  email?: string | null | undefined;
  error?: FormError<'invalid_email' | 'too_many_tries' | 'session_expired'> | null | undefined;
  backHref?: string | undefined;
}

/** The page on which one asks for a link to set a new password. */
export function renderForgotPassword(context: ForgotPasswordContext): string {
  const { email, error, backHref } = context;
  return page(context, (t) => ({
    title: t('forgotPassword.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('forgotPassword.title')}</h1>
        <p class="lead">{t('forgotPassword.lead')}</p>
        <Form t={t} context={context}>
          <EmailField t={t} email={email} autofocus error={error} />
          <button type="submit">{t('forgotPassword.submit')}</button>
        </Form>
        {backHref && (
          <p class="aside">
            <Link href={backHref}>{t('forgotPassword.back')}</Link>
          </p>
        )}
      </>
    ),
  }));
}

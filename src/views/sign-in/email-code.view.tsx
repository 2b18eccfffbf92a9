import { Name } from '../parts/client.tsx';
import type { FormError } from '../parts/form-error.ts';
import { CodeField, Form, WaysOut, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';

/** What the page asks that has sent a code by mail. It posts `code`, or `decision`: `resend`, `another` or `cancel`. */
export interface EmailCodeContext extends PageContext, FormContext {
  email: string;
  /** Whether the page has just sent another code. */
  isResent?: boolean | undefined;
  error?: FormError<'wrong_code' | 'too_many_tries'> | null | undefined;
}

/** The page that asks for the code of a mail after the password. */
export function renderEmailCode(context: EmailCodeContext): string {
  const { email, isResent, error } = context;
  return page(context, (t) => ({
    title: t('emailCode.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('emailCode.title')}</h1>
        <p class="lead">{t.rich('emailCode.lead', { email: <Name>{email}</Name> })}</p>
        {isResent && (
          <p class="note" role="status">
            {t('emailCode.resent')}
          </p>
        )}
        <Form t={t} context={context}>
          <CodeField t={t} hint={t('emailCode.hint')} error={error} />
          <button type="submit">{t('secondFactor.submit')}</button>
          <WaysOut t={t}>
            <button type="submit" name="decision" value="resend" class="plain" formnovalidate>
              {t('emailCode.resend')}
            </button>
          </WaysOut>
        </Form>
      </>
    ),
  }));
}

import { accountPage, type AccountPageContext } from './account-layout.tsx';
import { Name } from '../parts/client.tsx';
import type { FormError } from '../parts/form-error.ts';
import { Field, Form, type FormContext } from '../parts/form.tsx';

/** What the page to change one's address shows. It posts `email`. */
export interface OwnEmailContext extends AccountPageContext, FormContext {
  ownEmail: string;
  /** Typed before. */
  email: string;
  /** Whether this server sends mail. Without it, an address cannot be changed here. */
  canSend: boolean;
  error: FormError<'invalid_new_email' | 'too_many_tries'> | null;
}

/** The page on which users ask for another address. */
export function renderOwnEmail(context: OwnEmailContext): string {
  const { ownEmail, email, canSend, error } = context;
  return accountPage(context, (t) => ({
    title: t('ownEmail.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('ownEmail.title')}</h1>
        <p class="lead">{t.rich('ownEmail.lead', { email: <Name>{ownEmail}</Name> })}</p>
        <Form t={t} context={context}>
          {canSend ? (
            <>
              <Field
                name="email"
                label={t('ownEmail.field')}
                hint={t('ownEmail.hint')}
                type="email"
                autocomplete="email"
                value={email}
                error={error}
              />
              <button type="submit">{t('ownEmail.submit')}</button>
            </>
          ) : (
            <p class="empty">{t('ownEmail.off')}</p>
          )}
        </Form>
      </>
    ),
  }));
}

import { Name } from '../parts/client.tsx';
import type { FormError } from '../parts/form-error.ts';
import { AccountField, Field, Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';
import type { MessageKey } from '../messages.ts';

const variants = {
  verify: { title: 'confirmEmail.verify.title', lead: 'confirmEmail.verify.lead', submit: 'confirmEmail.submit' },
  change: { title: 'confirmEmail.change.title', lead: 'confirmEmail.change.lead', submit: 'confirmEmail.submit' },
  cancel: {
    title: 'confirmEmail.cancel.title',
    lead: 'confirmEmail.cancel.lead',
    submit: 'confirmEmail.cancel.submit',
  },
} as const satisfies Record<string, Record<'title' | 'lead' | 'submit', MessageKey>>;

/** What the page of a link about an address shows. It posts `password` if the page asks for it. */
export interface ConfirmEmailContext extends PageContext, FormContext {
  variant: keyof typeof variants;
  email: string;
  /** Whether the page asks for the account's password, because somebody else may have created the account. */
  asksPassword?: boolean;
  error?: FormError<'wrong_account_password' | 'too_many_tries'> | null | undefined;
}

/**
 * The page that asks for a click before an address counts as verified. Opening the link must not use it up, because mail
 * filters open links too.
 */
export function renderConfirmEmail(context: ConfirmEmailContext): string {
  const { email, asksPassword, error } = context;
  const { title, lead, submit } = variants[context.variant];
  return page(context, (t) => ({
    title: t(title),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t(title)}</h1>
        <p class="lead">{t.rich(lead, { email: <Name>{email}</Name> })}</p>
        <Form t={t} context={context}>
          {asksPassword && (
            <>
              <AccountField t={t} email={email} />
              <Field
                name="password"
                label={t('field.password')}
                hint={t('confirmEmail.verify.password')}
                type="password"
                autocomplete="current-password"
                error={error}
              />
            </>
          )}
          <button type="submit">{t(submit)}</button>
          {asksPassword && context.variant === 'verify' && (
            <button type="submit" name="decision" value="take_over" class="quiet" formnovalidate>
              {t('confirmEmail.verify.takeOver')}
            </button>
          )}
        </Form>
      </>
    ),
  }));
}

import { Name } from '../parts/client.tsx';
import type { FormError, PasswordError } from '../parts/form-error.ts';
import {
  AccountField,
  Form,
  NewPasswordFields,
  RevealButton,
  WaysOut,
  type FormContext,
  type TypedPasswords,
} from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';
import type { MessageKey } from '../messages.ts';

const variants = {
  activation: {
    title: 'setPassword.activation.title',
    lead: 'setPassword.activation.lead',
    submit: 'setPassword.activation.submit',
  },
  temporary: {
    title: 'setPassword.temporary.title',
    lead: 'setPassword.temporary.lead',
    submit: 'setPassword.temporary.submit',
  },
  reset: { title: 'setPassword.reset.title', lead: 'setPassword.reset.lead', submit: 'setPassword.reset.submit' },
} as const satisfies Record<string, Record<'title' | 'lead' | 'submit', MessageKey>>;

/** What the page of an invitation or a reset link shows, or the one after a temporary password. It posts `password` and `confirmation`. */
export interface SetPasswordContext extends PageContext, FormContext {
  variant: keyof typeof variants;
  email: string;
  /** Where the invitation comes from, as far as it is known. */
  invitation?:
    | {
        readonly inviterName: string | null;
        readonly applicationUrl: string | null;
        readonly applicationName: string | null;
      }
    | null
    | undefined;
  typed?: TypedPasswords | null | undefined;
  /** The minimum number of characters. */
  minLength: number;
  error?: PasswordError | FormError<'too_many_tries' | 'session_expired'> | null | undefined;
}

/** The page to set a password without the old one. */
export function renderSetPassword(context: SetPasswordContext): string {
  const { variant, email, typed, minLength, error } = context;
  const { title, lead, submit } = variants[variant];
  const { inviterName: inviter, applicationUrl, applicationName } = context.invitation ?? {};
  const { customerName: customer } = context;
  // The address of a page of the application is long. Its host tells whose it is.
  const application = applicationName ?? (applicationUrl && URL.parse(applicationUrl)?.host);
  return page(context, (t) => ({
    title: t(title),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t(title)}</h1>
        {inviter && customer && (
          <p>
            {t.rich('setPassword.activation.from', {
              inviter: <Name>{inviter}</Name>,
              customer: <Name>{customer}</Name>,
            })}
          </p>
        )}
        <p class="lead">{t(lead)}</p>
        {application && (
          <dl class="facts">
            <dt>{t('setPassword.activation.application')}</dt>
            <dd>{application}</dd>
          </dl>
        )}
        <Form t={t} context={context}>
          <AccountField t={t} email={email} />
          <NewPasswordFields
            t={t}
            label={t('field.newPassword')}
            minLength={minLength}
            error={error}
            typed={typed}
            autofocus
          />
          <button type="submit">{t(submit)}</button>
          <RevealButton t={t} typed={typed} />
          {variant === 'temporary' && <WaysOut t={t} />}
        </Form>
      </>
    ),
  }));
}

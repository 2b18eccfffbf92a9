import { Heading, Letter, type ClientContext } from '../parts/client.tsx';
import type { FormError } from '../parts/form-error.ts';
import { Field, Form, passwordType, RevealButton, type FormContext, type TypedPasswords } from '../parts/form.tsx';
import { ownText, page, type PageContext } from '../parts/layout.tsx';
import { Link } from '../parts/link.tsx';
import { PasskeyButton, type PasskeyContext } from '../parts/passkey.tsx';

/** What the login page shows. It posts `email` and `password`. */
export interface LoginContext extends PageContext, FormContext {
  client?: ClientContext | null | undefined;
  /** Typed before, or from the client's hint. */
  email?: string | null | undefined;
  typed?: TypedPasswords | null | undefined;
  /** Whether the box to stay signed in is checked. */
  stays?: boolean | undefined;
  /** The accounts of this browser, from which one may be chosen. */
  accounts?: readonly { readonly email: string; readonly href: string }[] | undefined;
  /** Whether the user is signed in and gives the password once more. */
  isAgain?: boolean | undefined;
  /** What signs in with a passkey. It posts `credential`. */
  passkey?: PasskeyContext | null | undefined;
  error?:
    | FormError<
        'bad_credentials' | 'bad_credentials_or_passkey' | 'wrong_passkey' | 'too_many_tries' | 'session_expired'
      >
    | null
    | undefined;
  links?:
    | {
        forgotPassword?: string | undefined;
        signUp?: string | undefined;
        organization?: string | undefined;
        /** To sign in as somebody else than the one who is signed in. */
        another?: string | undefined;
        /** Back to the page that asked for the sign-in, without one. */
        cancel?: string | undefined;
      }
    | undefined;
}

/** The login page. */
export function renderLogin(context: LoginContext): string {
  const { client, email, typed, stays, isAgain, passkey, error, links, words, customerName, accounts = [] } = context;
  return page(context, (t) => ({
    title: t(isAgain ? 'login.again.title' : 'login.title'),
    failed: Boolean(error),
    children: (
      <>
        <Heading t={t} title={t(isAgain ? 'login.again.title' : 'login.title')} client={client} />
        {words?.loginWelcome && !isAgain && (
          <p class="own">{ownText(words.loginWelcome, customerName, client?.name)}</p>
        )}
        {isAgain && <p class="lead">{t('login.again.lead')}</p>}
        {accounts.length > 0 && (
          <nav class="choice stacked" aria-label={t('login.accounts')}>
            {accounts.map((account) => (
              <Link href={account.href} class="button quiet account">
                <Letter of={account.email} />
                <bdi>{account.email}</bdi>
              </Link>
            ))}
          </nav>
        )}
        <Form t={t} context={context}>
          <Field
            name="email"
            label={t('field.login')}
            type="text"
            inputmode="email"
            autocomplete={passkey ? 'username webauthn' : 'username'}
            value={email ?? ''}
            autofocus={!email}
            error={error}
          />
          <Field
            name="password"
            label={t('field.password')}
            type={passwordType(typed)}
            value={typed?.password ?? ''}
            autocomplete="current-password"
            autofocus={Boolean(email)}
            error={error}
          />
          <div class="check">
            <input id="stay" type="checkbox" name="stay" value="1" checked={stays} />
            <label for="stay">{t('login.stay')}</label>
          </div>
          <button type="submit">{t(isAgain ? 'login.again.submit' : 'login.submit')}</button>
          {passkey && <PasskeyButton t={t} passkey={passkey} kind="get" label={t('login.passkey')} class="quiet" />}
          <RevealButton t={t} typed={typed} />
          {client && (
            <button type="submit" name="decision" value="cancel" class="quiet" formnovalidate>
              {t('login.cancel')}
            </button>
          )}
        </Form>
        {links?.cancel && (
          <p class="aside">
            <Link href={links.cancel}>{t('login.cancel')}</Link>
          </p>
        )}
        {links?.another && (
          <p class="aside">
            <Link href={links.another}>{t('login.another')}</Link>
          </p>
        )}
        {links?.forgotPassword && (
          <p class="aside">
            <Link href={links.forgotPassword}>{t('login.forgotPassword')}</Link>
          </p>
        )}
        {links?.organization && (
          <p class="aside">
            <Link href={links.organization}>{t('login.organization')}</Link>
          </p>
        )}
        {links?.signUp && (
          <p class="aside">
            {t('login.noAccount')} <Link href={links.signUp}>{t('login.signUp')}</Link>
          </p>
        )}
      </>
    ),
  }));
}

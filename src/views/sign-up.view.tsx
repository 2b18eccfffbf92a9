import { Heading, type ClientContext } from './client.tsx';
import type { FormError, PasswordError } from './form-error.ts';
import {
  EmailField,
  Field,
  Form,
  NewPasswordFields,
  RevealButton,
  type FormContext,
  type TypedPasswords,
} from './form.tsx';
import { page, type PageContext } from './layout.tsx';
import { Link } from './link.tsx';

/** What the sign-up page shows. It posts `name`, `email`, `password` and `confirmation`. */
export interface SignUpContext extends PageContext, FormContext {
  client?: ClientContext | null | undefined;
  /** Typed before. */
  name?: string | undefined;
  /** Typed before, or from the client's hint. */
  email?: string | undefined;
  typed?: TypedPasswords | null | undefined;
  /** The minimum number of characters. */
  minLength: number;
  error?: PasswordError | FormError<'invalid_email' | 'email_taken' | 'invalid_name' | 'too_many_tries'> | null;
  signInHref: string;
}

/** The page to create an account. */
export function renderSignUp(context: SignUpContext): string {
  const { client, name, email, typed, minLength, error, signInHref } = context;
  return page(context, (t) => ({
    title: t('signUp.title'),
    failed: Boolean(error),
    children: (
      <>
        <Heading t={t} title={t('signUp.title')} client={client} />
        <Form t={t} context={context}>
          <Field
            name="name"
            label={t('field.name')}
            type="text"
            value={name ?? ''}
            autocomplete="name"
            autofocus
            error={error}
          />
          <EmailField t={t} email={email} error={error} />
          <NewPasswordFields t={t} label={t('field.password')} minLength={minLength} error={error} typed={typed} />
          <button type="submit">{t('signUp.submit')}</button>
          <RevealButton t={t} typed={typed} />
        </Form>
        <p class="aside">
          {t('signUp.haveAccount')} <Link href={signInHref}>{t('login.submit')}</Link>
        </p>
      </>
    ),
  }));
}

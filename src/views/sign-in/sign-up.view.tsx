import { Heading, type ClientContext } from '../parts/client.tsx';
import { concerns, hasFocus, type FormError, type PasswordError } from '../parts/form-error.ts';
import {
  EmailField,
  Field,
  Form,
  NewPasswordFields,
  RevealButton,
  type FormContext,
  type TypedPasswords,
} from '../parts/form.tsx';
import { ownText, page, type PageContext } from '../parts/layout.tsx';
import { Link } from '../parts/link.tsx';
import type { Translate } from '../translate.ts';

/** What the sign-up page shows. It posts `name`, `email`, `password` and `confirmation`. */
export interface SignUpContext extends PageContext, FormContext {
  client?: ClientContext | null | undefined;
  /** Typed before. */
  name?: string | undefined;
  /** Typed before, or from the client's hint. */
  email?: string | undefined;
  typed?: TypedPasswords | null | undefined;
  /** What whoever signs up has to accept. */
  terms?: { readonly url: string | null; readonly text: string | null } | null | undefined;
  /** Whether the box for the terms is checked. */
  accepted?: boolean | undefined;
  /** The minimum number of characters. */
  minLength: number;
  error?:
    | PasswordError
    | FormError<'invalid_email' | 'email_taken' | 'invalid_name' | 'terms_not_accepted' | 'too_many_tries'>
    | null;
  signInHref: string;
}

/** What a user has to accept, with the box for it. The link opens beside the form, which keeps what was typed. */
function Terms({ t, terms: { url, text }, accepted, error }: TermsProps) {
  return (
    <>
      {text && (
        <div class="terms" role="region" tabindex={0} aria-label={t('signUp.terms')}>
          {text}
        </div>
      )}
      <div class="check">
        <input
          id="accept"
          type="checkbox"
          name="accept"
          value="1"
          checked={accepted}
          required
          autofocus={hasFocus(error, 'accept')}
          aria-invalid={concerns(error, 'accept') ? 'true' : undefined}
          aria-describedby={concerns(error, 'accept') ? 'form-error' : undefined}
        />
        <label for="accept">{t('signUp.accept')}</label>
      </div>
      {url && (
        <p class="hint">
          <Link href={url} target="_blank">
            {t('signUp.terms.read')}
          </Link>
        </p>
      )}
    </>
  );
}

interface TermsProps {
  t: Translate;
  terms: NonNullable<SignUpContext['terms']>;
  accepted: boolean | undefined;
  error: SignUpContext['error'];
}

/** The page to create an account. */
export function renderSignUp(context: SignUpContext): string {
  const { client, name, email, typed, terms, accepted, minLength, error, signInHref, words, customerName } = context;
  return page(context, (t) => ({
    title: t('signUp.title'),
    failed: Boolean(error),
    children: (
      <>
        <Heading t={t} title={t('signUp.title')} client={client} />
        {words?.signUpHint && <p class="own">{ownText(words.signUpHint, customerName)}</p>}
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
          {terms && <Terms t={t} terms={terms} accepted={accepted} error={error} />}
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

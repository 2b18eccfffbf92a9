import type { ComponentChildren } from 'preact';
import { concerns, describeFormError, hasFocus, type FormError } from './form-error.ts';
import type { Translate } from '../translate.ts';

/** What every form needs: where it posts to, and its hidden values. */
export interface FormContext {
  action: string;
  hidden: Readonly<Record<string, string>>;
}

interface FormProps {
  t: Translate;
  context: FormContext & { error?: FormError | null | undefined };
  children: ComponentChildren;
}

/** A form posted as application/x-www-form-urlencoded, below the error of the last try. */
export function Form({ t, context: { action, hidden, error }, children }: FormProps) {
  return (
    <form method="post" action={action}>
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {error && (
        <p class="alert" role="alert" id="form-error">
          {describeFormError(error, t)}
        </p>
      )}
      {children}
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete:
    | 'off'
    | 'name'
    | 'email'
    | 'username'
    | 'username webauthn'
    | 'organization'
    | 'current-password'
    | 'new-password'
    | 'one-time-code';
  value?: string;
  hint?: string | undefined;
  error: FormError | null | undefined;
  minlength?: number;
  inputmode?: 'email' | 'text' | 'numeric';
  autofocus?: boolean | undefined;
  class?: string;
}

/** A labeled input, linked to its hint and to the form's error if the error is about it. */
export function Field({ name, label, type, hint, error, autofocus, ...input }: FieldProps) {
  const invalid = concerns(error, name);
  const descriptions = [hint && `${name}-hint`, invalid && 'form-error'].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- TypeScript 6 wants one literal, the linter's 7 does not
        type={type as 'text'}
        required
        autocapitalize="none"
        spellcheck={false}
        autofocus={hasFocus(error, name, autofocus)}
        aria-invalid={invalid ? 'true' : undefined}
        aria-describedby={descriptions || undefined}
        {...input}
      />
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface EmailFieldProps {
  t: Translate;
  /** Typed before, or from a hint. */
  email: string | null | undefined;
  error: FormError | null | undefined;
  autofocus?: boolean;
}

/** The address of the account that a form is about. */
export function EmailField({ t, email, error, autofocus }: EmailFieldProps) {
  const own = { name: 'email', type: 'email', autocomplete: 'username' } as const;
  return <Field {...own} label={t('field.email')} value={email ?? ''} autofocus={autofocus} error={error} />;
}

/** A code of the authenticator app, or a backup code. Those have letters, which a keypad of digits could not type. */
export function CodeField({ t, hint, error }: { t: Translate; hint: string; error: FormError | null | undefined }) {
  const own = { name: 'code', type: 'text', class: 'code', inputmode: 'text', autocomplete: 'one-time-code' } as const;
  return <Field {...own} label={t('field.code')} hint={hint} autofocus error={error} />;
}

/** The ways out of a step of a login, below the button of its form. */
export function WaysOut({ t, children }: { t: Translate; children?: ComponentChildren }) {
  return (
    <div class="choice stacked">
      {children}
      <button type="submit" name="decision" value="another" class="plain" formnovalidate>
        {t('login.another')}
      </button>
      <button type="submit" name="decision" value="cancel" class="plain" formnovalidate>
        {t('login.cancel')}
      </button>
    </div>
  );
}

/** Shows the address whose password a form sets. Password managers store the password under it. */
export function AccountField({ t, email }: { t: Translate; email: string }) {
  return (
    <div class="field">
      <label for="account">{t('field.email')}</label>
      <input id="account" type="email" autocomplete="username" value={email} readOnly />
    </div>
  );
}

/** Passwords that the user has typed and wants to see or to hide, before the form is sent. */
export interface TypedPasswords {
  readonly visible: boolean;
  readonly password: string;
  readonly confirmation: string;
  /** The present password, where a form asks for it. */
  readonly current?: string;
}

/**
 * The button that shows the typed passwords, or hides them again. Without scripts, the server sends the form again. It comes
 * after the form's own button, which is the one that the Enter key presses.
 */
export function RevealButton({ t, typed }: { t: Translate; typed: TypedPasswords | null | undefined }) {
  const isVisible = typed?.visible === true;
  return (
    <button type="submit" name="reveal" value={isVisible ? 'off' : 'on'} class="plain" formnovalidate>
      {t(isVisible ? 'password.hide' : 'password.show')}
    </button>
  );
}

/** The type of a field with a password. */
export const passwordType = (typed: TypedPasswords | null | undefined): 'text' | 'password' =>
  typed?.visible ? 'text' : 'password';

interface NewPasswordFieldsProps {
  t: Translate;
  label: string;
  minLength: number;
  error: FormError | null | undefined;
  typed?: TypedPasswords | null | undefined;
  autofocus?: boolean;
}

/** A new password, twice, because users cannot see what they type. */
export function NewPasswordFields({ t, label, minLength, error, typed, autofocus }: NewPasswordFieldsProps) {
  const common = { type: passwordType(typed), autocomplete: 'new-password', error } as const;
  const first = { label, hint: t('password.rules', { min: minLength }), minlength: minLength, autofocus };
  const [password, confirmation] = [typed?.password ?? '', typed?.confirmation ?? ''];
  return (
    <>
      <Field name="password" value={password} {...first} {...common} />
      <Field name="confirmation" value={confirmation} label={t('field.confirmation')} {...common} />
    </>
  );
}

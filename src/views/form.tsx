import type { ComponentChildren } from 'preact';
import { concerns, describeFormError, type FormError } from './form-error.ts';
import type { Translate } from './translate.ts';

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
    'off' | 'name' | 'email' | 'username' | 'organization' | 'current-password' | 'new-password' | 'one-time-code';
  value?: string;
  hint?: string | undefined;
  error: FormError | null | undefined;
  minlength?: number;
  inputmode?: 'email' | 'text' | 'numeric';
  autofocus?: boolean | undefined;
  class?: string;
}

/** A labeled input, linked to its hint and to the form's error if the error is about it. */
export function Field({ name, label, type, hint, error, ...input }: FieldProps) {
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

/** Shows the address whose password a form sets. Password managers store the password under it. */
export function AccountField({ t, email }: { t: Translate; email: string }) {
  return (
    <div class="field">
      <label for="account">{t('field.email')}</label>
      <input id="account" type="email" autocomplete="username" value={email} readOnly />
    </div>
  );
}

interface NewPasswordFieldsProps {
  t: Translate;
  label: string;
  minLength: number;
  error: FormError | null | undefined;
  autofocus?: boolean;
}

/** A new password, twice, because without scripts users cannot show what they typed. */
export function NewPasswordFields({ t, label, minLength, error, autofocus }: NewPasswordFieldsProps) {
  const common = { type: 'password', autocomplete: 'new-password', error } as const;
  const hint = t('password.rules', { min: minLength });
  return (
    <>
      <Field name="password" label={label} hint={hint} minlength={minLength} autofocus={autofocus} {...common} />
      <Field name="confirmation" label={t('field.confirmation')} {...common} />
    </>
  );
}

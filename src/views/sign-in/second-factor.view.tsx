import { Name } from '../parts/client.tsx';
import type { FormError } from '../parts/form-error.ts';
import { CodeField, Form, WaysOut, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';
import { PasskeyButton, type PasskeyContext } from '../parts/passkey.tsx';

const FEW_BACKUP_CODES = 3;

/** What the second step of a login shows. It posts `code`, a TOTP code or a backup code, or `credential`, of a passkey. */
export interface SecondFactorContext extends PageContext, FormContext {
  email: string;
  /** The number of unused backup codes. The page warns if there are three or fewer. */
  backupCodesLeft?: number | undefined;
  /** Whether the user has an authenticator app. By default, yes. */
  hasApp?: boolean | undefined;
  /** What the user's passkeys are asked for, if there are any. */
  passkey?: PasskeyContext | null | undefined;
  /** For how many days the browser can be remembered. Zero: it cannot. */
  rememberDays?: number | undefined;
  /** Whether the user has asked for that. */
  remembers?: boolean | undefined;
  error?: FormError<'wrong_code' | 'wrong_passkey' | 'too_many_tries' | 'session_expired'> | null | undefined;
}

/** The page that asks for a code after the password. */
export function renderSecondFactor(context: SecondFactorContext): string {
  const { email, hasApp = true, backupCodesLeft: count = hasApp ? Infinity : 0, passkey, error } = context;
  const { rememberDays: days = 0, remembers } = context;
  const hasCodes = hasApp || count > 0;
  return page(context, (t) => {
    const remember = days > 0 && (
      <div class="check">
        <input id="remember" type="checkbox" name="remember" value="1" checked={remembers} />
        <label for="remember">{t('secondFactor.remember', { days: t.days(days) })}</label>
      </div>
    );
    const codes = hasCodes && (
      <>
        <CodeField t={t} hint={t(hasApp ? 'secondFactor.hint' : 'secondFactor.hint.backup')} error={error} />
        {count <= FEW_BACKUP_CODES && <p class="note">{t('secondFactor.backupCodesLeft', { count })}</p>}
        {hasApp && remember}
        <button type="submit">{t('secondFactor.submit')}</button>
      </>
    );
    const key = passkey && (
      <PasskeyButton
        t={t}
        passkey={passkey}
        kind="get"
        label={t('secondFactor.passkey')}
        missing={hasCodes ? undefined : t('secondFactor.passkey.missing')}
        {...(hasApp && { class: 'quiet' })}
      />
    );
    return {
      title: t('secondFactor.title'),
      failed: Boolean(error),
      children: (
        <>
          <h1>{t('secondFactor.title')}</h1>
          <p class="lead">{t.rich('secondFactor.lead', { email: <Name>{email}</Name> })}</p>
          <Form t={t} context={context}>
            {hasApp ? [codes, key] : [remember, key, codes]}
            <WaysOut t={t} />
          </Form>
          <details class="help">
            <summary>{t(hasCodes ? 'secondFactor.lost' : 'secondFactor.lostPasskey')}</summary>
            {hasCodes && <p>{t('secondFactor.lost.backup')}</p>}
            <p>{t(hasCodes ? 'secondFactor.lost.none' : 'secondFactor.lost.passkey')}</p>
          </details>
        </>
      ),
    };
  });
}

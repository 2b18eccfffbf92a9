import { Name } from './client.tsx';
import type { FormError } from './form-error.ts';
import { Field, Form, type FormContext } from './form.tsx';
import { page, type PageContext } from './layout.tsx';

const FEW_BACKUP_CODES = 3;

/** What the second step of a login shows. It posts `code`, a TOTP code or a backup code. */
export interface SecondFactorContext extends PageContext, FormContext {
  email: string;
  /** The number of unused backup codes. The page warns if there are three or fewer. */
  backupCodesLeft?: number | undefined;
  error?: FormError<'wrong_code' | 'too_many_tries' | 'session_expired'> | null | undefined;
}

/** The page that asks for a code after the password. */
export function renderSecondFactor(context: SecondFactorContext): string {
  const { email, backupCodesLeft: count = Infinity, error } = context;
  return page(context, (t) => ({
    title: t('secondFactor.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('secondFactor.title')}</h1>
        <p class="lead">{t.rich('secondFactor.lead', { email: <Name>{email}</Name> })}</p>
        <Form t={t} context={context}>
          {/* Not inputmode="numeric": a backup code has letters, which a keypad of digits could not type. */}
          <Field
            name="code"
            label={t('field.code')}
            hint={t('secondFactor.hint')}
            type="text"
            class="code"
            inputmode="text"
            autocomplete="one-time-code"
            autofocus
            error={error}
          />
          {count <= FEW_BACKUP_CODES && <p class="note">{t('secondFactor.backupCodesLeft', { count })}</p>}
          <button type="submit">{t('secondFactor.submit')}</button>
          <div class="choice stacked">
            <button type="submit" name="decision" value="another" class="plain" formnovalidate>
              {t('login.another')}
            </button>
            <button type="submit" name="decision" value="cancel" class="plain" formnovalidate>
              {t('login.cancel')}
            </button>
          </div>
        </Form>
        <details class="help">
          <summary>{t('secondFactor.lost')}</summary>
          <p>{t('secondFactor.lost.backup')}</p>
          <p>{t('secondFactor.lost.none')}</p>
        </details>
      </>
    ),
  }));
}

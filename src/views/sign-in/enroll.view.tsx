import { Name } from '../parts/client.tsx';
import { deviceText, type Device } from '../parts/device.ts';
import { AppSetup, BackupCodes, type NewSecret } from '../parts/factor-parts.tsx';
import type { FormError } from '../parts/form-error.ts';
import { Field, Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';
import { Link } from '../parts/link.tsx';
import { PasskeyButton, type PasskeyContext } from '../parts/passkey.tsx';
import type { Translate } from '../translate.ts';

/** What the page shows that asks a user to set up a second factor. It posts `decision`, or `name` and `credential`. */
export interface EnrollContext extends PageContext, FormContext {
  email: string;
  /** Until when the user may put it off; null if that is over. */
  laterUntil: Date | null;
  /** What makes a passkey. Null if browsers have none for this server. */
  passkey: PasskeyContext | null;
  /** The browser, which the form suggests as the passkey's name. */
  device: Device;
  error: FormError<'wrong_passkey' | 'passkey_known' | 'invalid_passkey_name' | 'session_expired'> | null;
}

function Leave({ t }: { t: Translate }) {
  return (
    <div class="choice stacked">
      <button type="submit" name="decision" value="another" class="plain" formnovalidate>
        {t('login.another')}
      </button>
    </div>
  );
}

/** The page that asks for a second factor, between the password and the rest of the login. */
export function renderEnroll(context: EnrollContext): string {
  const { email, laterUntil, passkey, device, error } = context;
  return page(context, (t) => ({
    title: t('enroll.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('enroll.title')}</h1>
        <p class="lead">{t.rich('secondFactor.lead', { email: <Name>{email}</Name> })}</p>
        <p>{t('enroll.why')}</p>
        <Form t={t} context={context}>
          <button type="submit" name="decision" value="app" formnovalidate>
            {t('enroll.app')}
          </button>
          {passkey && (
            <>
              <p>{t('enroll.passkey')}</p>
              <Field
                name="name"
                label={t('passkeys.name')}
                type="text"
                autocomplete="off"
                value={deviceText(t, device) ?? ''}
                error={error}
              />
              <PasskeyButton
                t={t}
                passkey={passkey}
                kind="create"
                label={t('passkeys.add')}
                missing={t('passkeys.missing')}
                class="quiet"
              />
            </>
          )}
          {laterUntil && (
            <>
              <p class="hint">
                {t.rich('enroll.until', {
                  time: <time datetime={laterUntil.toISOString()}>{t.moment(laterUntil)}</time>,
                })}
              </p>
              <button type="submit" name="decision" value="later" class="quiet" formnovalidate>
                {t('enroll.later')}
              </button>
            </>
          )}
          <Leave t={t} />
        </Form>
      </>
    ),
  }));
}

/** What the page with the new secret shows. It posts `code`, of the new app. */
export interface EnrollAppContext extends PageContext, FormContext, NewSecret {
  error: FormError<'wrong_code' | 'too_many_tries'> | null;
}

/** The page that shows the secret for an authenticator app during a login, and asks for its first code. */
export function renderEnrollApp(context: EnrollAppContext): string {
  return page(context, (t) => ({
    title: t('twoStep.setup.title'),
    failed: Boolean(context.error),
    children: (
      <AppSetup t={t} context={context}>
        <Leave t={t} />
      </AppSetup>
    ),
  }));
}

/** What the page with the backup codes shows. */
export interface EnrolledContext extends PageContext {
  email: string;
  codes: readonly string[];
  /** Where the login goes on. */
  next: string;
}

/** The page that shows the backup codes after a second factor was set up during a login. */
export function renderEnrolled(context: EnrolledContext): string {
  const { email, codes, next, customerName } = context;
  return page(context, (t) => ({
    title: t('backupCodes.enabled'),
    children: (
      <>
        <h1>{t('backupCodes.enabled')}</h1>
        <p class="lead">{t('backupCodes.enabled.lead')}</p>
        <BackupCodes t={t} customer={customerName ?? t('layout.product')} {...{ email, codes }}>
          <Link class="button quiet" href={next}>
            {t('enroll.next')}
          </Link>
        </BackupCodes>
      </>
    ),
  }));
}

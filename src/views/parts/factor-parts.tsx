import type { ComponentChildren } from 'preact';
import type { FormError } from './form-error.ts';
import { Field, Form, type FormContext } from './form.tsx';
import type { Translate } from '../translate.ts';

/** The secret of an authenticator app that is being set up. */
export interface NewSecret {
  /** A data URI of a picture. */
  qrCode: string;
  /** Base32. */
  secret: string;
  otpauthUri: string;
}

/** Shows the secret of a new app: as a picture, as a text, and as a link. */
function Secret({ t, setup: { qrCode, secret, otpauthUri } }: { t: Translate; setup: NewSecret }) {
  return (
    <div class="setup">
      <img src={qrCode} alt={t('twoStep.setup.qr')} width="200" height="200" />
      <div>
        <p>{t('twoStep.setup.scan')}</p>
        <p>{t('twoStep.setup.type')}</p>
        <code class="secret">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        <p>
          <a href={otpauthUri}>{t('twoStep.setup.open')}</a>
        </p>
      </div>
    </div>
  );
}

interface AppSetupProps {
  t: Translate;
  context: FormContext & NewSecret & { error: FormError | null };
  /** What else the form offers. */
  children?: ComponentChildren;
}

/** Shows the secret of a new app, and asks for its first code. */
export function AppSetup({ t, context, children }: AppSetupProps) {
  return (
    <>
      <h1>{t('twoStep.setup.title')}</h1>
      <Secret t={t} setup={context} />
      <Form t={t} context={context}>
        <FirstCodeField t={t} error={context.error} />
        <button type="submit">{t('twoStep.setup.submit')}</button>
        {children}
      </Form>
    </>
  );
}

/** Asks for the first code of a new app. */
function FirstCodeField({ t, error }: { t: Translate; error: FormError | null }) {
  return (
    <Field
      name="code"
      label={t('twoStep.setup.code')}
      hint={t('twoStep.setup.hint')}
      type="text"
      class="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      autofocus
      error={error}
    />
  );
}

interface BackupCodesProps {
  t: Translate;
  email: string;
  customer: string;
  codes: readonly string[];
  /** What follows beside the download. */
  children: ComponentChildren;
}

/** Shows new backup codes. The file to download is in the page, so no server sees them again. */
export function BackupCodes({ t, email, customer, codes, children }: BackupCodesProps) {
  const file = `${t('backupCodes.file', { email, customer })}\r\n\r\n${codes.join('\r\n')}\r\n`;
  return (
    <>
      <p>{t('backupCodes.once')}</p>
      <ul class="backup-codes" aria-label={t('backupCodes.list')}>
        {codes.map((code) => (
          <li>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="actions">
        <a
          class="button"
          download="backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file.toWellFormed())}`}
        >
          {t('backupCodes.download')}
        </a>
        {children}
      </div>
    </>
  );
}

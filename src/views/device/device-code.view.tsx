import type { FormError } from '../parts/form-error.ts';
import { Field, Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';

/** What the page for the code of a device shows. It posts `user_code`. */
export interface DeviceContext extends PageContext, FormContext {
  /** Typed before, or from a link. */
  userCode?: string | undefined;
  /** Whether the code is from a link. The page then asks to compare it. */
  isGiven?: boolean | undefined;
  /** A picture of the page's address with the code: a data URI. */
  qrCode?: string | null | undefined;
  error?: FormError<'wrong_device_code' | 'too_many_tries'> | null | undefined;
}

/** The page that asks for the code that a device shows. */
export function renderDevice(context: DeviceContext): string {
  const { userCode = '', isGiven, qrCode, error } = context;
  return page(context, (t) => ({
    title: t('deviceCode.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('deviceCode.title')}</h1>
        <p class="lead">{t(isGiven ? 'deviceCode.compare' : 'deviceCode.lead')}</p>
        <Form t={t} context={context}>
          <Field
            name="user_code"
            label={t('deviceCode.field')}
            hint={t('deviceCode.hint')}
            type="text"
            class="code"
            inputmode="text"
            autocomplete="off"
            value={userCode}
            autofocus={!isGiven}
            error={error}
          />
          <p class="note">{t('deviceCode.warning')}</p>
          <button type="submit">{t('deviceCode.submit')}</button>
        </Form>
        {qrCode && (
          <details class="help">
            <summary>{t('deviceCode.elsewhere')}</summary>
            <p>{t('deviceCode.elsewhere.scan')}</p>
            <p>
              <img src={qrCode} alt={t('deviceCode.elsewhere.picture')} width="200" height="200" />
            </p>
          </details>
        )}
      </>
    ),
  }));
}

import { accountPage, type AccountPageContext } from './account-layout.tsx';
import type { FormError } from '../parts/form-error.ts';
import { AppSetup, BackupCodes, type NewSecret } from '../parts/factor-parts.tsx';
import { CodeField, Form, type FormContext } from '../parts/form.tsx';
import { Link } from '../parts/link.tsx';
import type { MessageKey } from '../messages.ts';

/** What can be changed of a second factor. */
const CHANGES = {
  codes: { title: 'twoStep.codes', lead: 'twoStep.codes.lead', submit: 'twoStep.codes.submit' },
  replace: { title: 'twoStep.replace', lead: 'twoStep.replace.lead', submit: 'twoStep.replace.submit' },
  remove: { title: 'twoStep.remove', lead: 'twoStep.remove.lead', submit: 'twoStep.remove.submit' },
} as const satisfies Record<string, Record<'title' | 'lead' | 'submit', MessageKey>>;

/** A change of a second factor. */
export type FactorChange = keyof typeof CHANGES;
/** All changes, in the order in which the page offers them. */
export const FACTOR_CHANGES = Object.keys(CHANGES) as FactorChange[];

/** Few enough unused backup codes for a warning. */
const FEW_BACKUP_CODES = 3;

/** Codes by email, which a stronger factor replaces. Null if the customer does not ask the user for them. */
interface EmailCodes {
  emailCodes?: { isReplaced: boolean } | null | undefined;
}

type CodeError = FormError<'wrong_code' | 'too_many_tries' | 'session_expired'> | null;

/** What the page shows a user without a second factor. It posts `decision`, which is `start`. */
export interface NoFactorContext extends AccountPageContext, FormContext, EmailCodes {
  error: CodeError;
}

/** What it shows a user with one. */
export interface FactorContext extends AccountPageContext, EmailCodes {
  enabledAt: Date;
  backupCodesLeft: number;
  /** The pages of the changes. */
  changes: Readonly<Record<FactorChange, string>>;
}

/** The page that invites to set up a second factor. */
export function renderNoFactor(context: NoFactorContext): string {
  const { emailCodes } = context;
  return accountPage(context, (t) => ({
    title: t('twoStep.title'),
    failed: Boolean(context.error),
    children: (
      <>
        <h1>{t('twoStep.title')}</h1>
        <p class="lead">{t('twoStep.lead')}</p>
        {emailCodes && !emailCodes.isReplaced ? <p class="note">{t('twoStep.email')}</p> : <p>{t('twoStep.off')}</p>}
        {emailCodes?.isReplaced && <p>{t('twoStep.email.replaced')}</p>}
        <Form t={t} context={context}>
          <button type="submit" name="decision" value="start">
            {t('twoStep.start')}
          </button>
          <p class="hint">{t('twoStep.proof')}</p>
        </Form>
      </>
    ),
  }));
}

/** The page about a second factor that is set up, with links to its changes. */
export function renderFactor(context: FactorContext): string {
  const { enabledAt, backupCodesLeft: count, changes, emailCodes } = context;
  return accountPage(context, (t) => {
    const time = <time datetime={enabledAt.toISOString()}>{t.moment(enabledAt)}</time>;
    return {
      title: t('twoStep.title'),
      children: (
        <>
          <h1>{t('twoStep.title')}</h1>
          <p class="lead">{t.rich('twoStep.on', { time })}</p>
          <p class={count <= FEW_BACKUP_CODES ? 'note' : undefined}>{t('twoStep.codesLeft', { count })}</p>
          {emailCodes?.isReplaced && <p>{t('twoStep.email.replaced')}</p>}
          <ul class="menu" aria-label={t('twoStep.options')}>
            {FACTOR_CHANGES.map((change) => (
              <li>
                <Link href={changes[change]}>{t(CHANGES[change].title)}</Link>
              </li>
            ))}
          </ul>
        </>
      ),
    };
  });
}

/** What the page of one change shows. It posts `code`, of the app or a backup code. */
export interface FactorChangeContext extends AccountPageContext, FormContext {
  variant: FactorChange;
  error: CodeError;
}

/** The page that asks for a code before it changes the second factor. */
export function renderFactorChange(context: FactorChangeContext): string {
  const { variant, error, places } = context;
  const { title, lead, submit } = CHANGES[variant];
  return accountPage(context, (t) => ({
    title: t(title),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t(title)}</h1>
        <p class="lead">{t(lead)}</p>
        <Form t={t} context={context}>
          <CodeField t={t} hint={t('twoStep.code.hint')} error={error} />
          <button type="submit">{t(submit)}</button>
        </Form>
        <p>
          <Link href={places.twoStep}>{t('twoStep.back')}</Link>
        </p>
      </>
    ),
  }));
}

/** What the page with the new secret shows. It posts `code`, of the new app. */
export interface FactorSetupContext extends AccountPageContext, FormContext, NewSecret {
  error: CodeError;
}

/** The page that shows the secret for an authenticator app, and asks for its first code. */
export function renderFactorSetup(context: FactorSetupContext): string {
  const { error, places } = context;
  return accountPage(context, (t) => ({
    title: t('twoStep.setup.title'),
    failed: Boolean(error),
    children: (
      <>
        <AppSetup t={t} context={context} />
        <p>
          <Link href={places.twoStep}>{t('twoStep.back')}</Link>
        </p>
      </>
    ),
  }));
}

const CODE_PAGES = {
  enabled: { title: 'backupCodes.enabled', lead: 'backupCodes.enabled.lead' },
  made: { title: 'backupCodes.made', lead: 'backupCodes.made.lead' },
} as const satisfies Record<string, Record<'title' | 'lead', MessageKey>>;

/** What the page with new backup codes shows. */
export interface BackupCodesContext extends AccountPageContext {
  variant: keyof typeof CODE_PAGES;
  email: string;
  codes: readonly string[];
  /** Where the reader goes on. */
  done: string;
}

/** The page that shows backup codes, the only time. The file to download is in the page, so no server sees them again. */
export function renderBackupCodes(context: BackupCodesContext): string {
  const { variant, email, customerName: customer, codes, done } = context;
  const { title, lead } = CODE_PAGES[variant];
  return accountPage(context, (t) => {
    return {
      title: t(title),
      children: (
        <>
          <h1>{t(title)}</h1>
          <p class="lead">{t(lead)}</p>
          <BackupCodes t={t} {...{ email, customer, codes }}>
            <Link class="button quiet" href={done}>
              {t('backupCodes.done')}
            </Link>
          </BackupCodes>
        </>
      ),
    };
  });
}

import { accountPage, type AccountPageContext } from './account-layout.tsx';
import { deviceText, type Device } from '../parts/device.ts';
import type { FormError } from '../parts/form-error.ts';
import { Field, Form, type FormContext } from '../parts/form.tsx';
import { Link } from '../parts/link.tsx';
import { PasskeyButton, type PasskeyContext } from '../parts/passkey.tsx';
import type { Translate } from '../translate.ts';

interface Passkey {
  name: string;
  isSyncable: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** The page to rename or remove it. */
  href: string;
}

/** Few enough unused backup codes for a warning. */
const FEW_BACKUP_CODES = 3;

type PasskeyError = FormError<'wrong_passkey' | 'passkey_known' | 'too_many_passkeys' | 'invalid_passkey_name'> | null;

/**
 * What the page of passkeys shows. It posts `codes` for new backup codes, or else `decision`: `start`, or `add` with `name`
 * and `credential`.
 */
export interface PasskeysContext extends AccountPageContext, FormContext {
  passkeys: readonly Passkey[];
  /** What makes a passkey. Null if the user has to sign in again before. */
  passkey: PasskeyContext | null;
  /** Whether browsers have passkeys for this server. */
  isAvailable: boolean;
  /** Whether the user has to verify the address first. */
  isUnproved: boolean;
  /** How many backup codes are unused. Null for a user with an authenticator app, or without a passkey. */
  backupCodesLeft: number | null;
  /** The browser, which the form suggests as the name. */
  device: Device;
  /** What was typed as the name before, if anything. */
  name: string | null;
  error: PasskeyError;
}

function Item({ t, passkey }: { t: Translate; passkey: Passkey }) {
  const { name, isSyncable, createdAt, lastUsedAt, href } = passkey;
  const moment = (at: Date) => <time datetime={at.toISOString()}>{t.moment(at)}</time>;
  return (
    <li>
      <Link href={href}>
        <span>
          <bdi>{name}</bdi>
          <small>{t(isSyncable ? 'passkeys.synced' : 'passkeys.deviceBound')}</small>
          <small>{t.rich('passkeys.added', { time: moment(createdAt) })}</small>
          <small>
            {lastUsedAt ? t.rich('passkeys.lastUsed', { time: moment(lastUsedAt) }) : t('passkeys.neverUsed')}
          </small>
        </span>
      </Link>
    </li>
  );
}

function NameField({ t, value, error }: { t: Translate; value: string; error: PasskeyError }) {
  return <Field name="name" label={t('passkeys.name')} type="text" autocomplete="off" value={value} error={error} />;
}

/** The page that lists the user's passkeys and adds one. */
export function renderPasskeys(context: PasskeysContext): string {
  const { passkeys, passkey, isAvailable, isUnproved, backupCodesLeft: count, device, name, error } = context;
  return accountPage(context, (t) => ({
    title: t('passkeys.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('passkeys.title')}</h1>
        <p class="lead">{t('passkeys.lead')}</p>
        {passkeys.length > 0 && (
          <ul class="menu" aria-label={t('passkeys.list')}>
            {passkeys.map((each) => (
              <Item t={t} passkey={each} />
            ))}
          </ul>
        )}
        <Form t={t} context={context}>
          {passkey ? (
            <>
              {/* The default button, so that Enter in the name makes no new backup codes. */}
              <button type="submit" disabled hidden />
              <NameField t={t} value={name ?? deviceText(t, device) ?? ''} error={error} />
              <PasskeyButton
                t={t}
                passkey={passkey}
                kind="create"
                label={t('passkeys.add')}
                missing={t('passkeys.missing')}
              />
            </>
          ) : isUnproved ? (
            <p class="note">{t('passkeys.unproved')}</p>
          ) : isAvailable ? (
            <>
              <button type="submit" name="decision" value="start">
                {t('passkeys.add')}
              </button>
              <p class="hint">{t('passkeys.proof')}</p>
            </>
          ) : (
            <p class="note">{t('passkeys.unavailable')}</p>
          )}
          {count !== null && (
            <>
              <p class={count <= FEW_BACKUP_CODES ? 'note' : 'hint'}>{t('passkeys.codes', { count })}</p>
              <button type="submit" name="codes" value="new" class="quiet" formnovalidate>
                {t('twoStep.codes')}
              </button>
            </>
          )}
        </Form>
      </>
    ),
  }));
}

/** What the page of one passkey shows. It posts `decision` (`rename` or `remove`), `passkey` and `name`. */
export interface PasskeyPageContext extends AccountPageContext, FormContext {
  name: string;
  /** Whether it is the user's last second factor, so that the password alone opens the account without it. */
  isLast: boolean;
  error: PasskeyError;
}

/** The page that renames a passkey or removes it. */
export function renderPasskey(context: PasskeyPageContext): string {
  const { name, isLast, error, places } = context;
  return accountPage(context, (t) => ({
    title: t('passkeys.change'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('passkeys.change')}</h1>
        <Form t={t} context={context}>
          <NameField t={t} value={name} error={error} />
          <button type="submit" name="decision" value="rename">
            {t('passkeys.rename')}
          </button>
          <p class="hint">{t(isLast ? 'passkeys.remove.last' : 'passkeys.remove.lead')}</p>
          <button type="submit" name="decision" value="remove" class="quiet" formnovalidate>
            {t('passkeys.remove')}
          </button>
        </Form>
        <p>
          <Link href={places.passkeys}>{t('passkeys.back')}</Link>
        </p>
      </>
    ),
  }));
}

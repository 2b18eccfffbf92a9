import { accountPage, type AccountPageContext } from './account-layout.tsx';
import { Link } from '../parts/link.tsx';
import type { PlainKey, Translate } from '../translate.ts';

/** What the audit trail's actions are called. An action without a line is shown by its name. */
const ACTIONS: Readonly<Record<string, PlainKey>> = {
  'login.succeeded': 'history.login.succeeded',
  'login.continued': 'history.login.continued',
  'login.failed': 'history.login.failed',
  'session.raised': 'history.session.raised',
  'session.ended': 'history.session.ended',
  'sessions.ended': 'history.sessions.ended',
  'password.changed': 'history.password.changed',
  'password.set': 'history.password.set',
  'password.temporary_set': 'history.password.temporary_set',
  'password.imported': 'history.password.imported',
  'password.locked': 'history.password.locked',
  'user.unlocked': 'history.user.unlocked',
  'password_change.refused': 'history.password_change.refused',
  'password_reset.requested': 'history.password_reset.requested',
  'password_reset.refused': 'history.password_reset.refused',
  'mfa.enabled': 'history.mfa.enabled',
  'mfa.disabled': 'history.mfa.disabled',
  'mfa.reset': 'history.mfa.reset',
  'mfa.locked': 'history.mfa.locked',
  'mfa.code_refused': 'history.mfa.code_refused',
  'mfa.device_forgotten': 'history.mfa.device_forgotten',
  'mfa.devices_forgotten': 'history.mfa.devices_forgotten',
  'mfa.backup_code_used': 'history.mfa.backup_code_used',
  'mfa.email_code_sent': 'history.mfa.email_code_sent',
  'mfa.backup_codes_regenerated': 'history.mfa.backup_codes_regenerated',
  'passkey.added': 'history.passkey.added',
  'passkey.renamed': 'history.passkey.renamed',
  'passkey.removed': 'history.passkey.removed',
  'passkey.refused': 'history.passkey.refused',
  'email.verified': 'history.email.verified',
  'email.changed': 'history.email.changed',
  'email_change.requested': 'history.email_change.requested',
  'email_change.cancelled': 'history.email_change.cancelled',
  'email_verification.requested': 'history.email_verification.requested',
  'user.created': 'history.user.created',
  'user.signed_up': 'history.user.signed_up',
  'user.activated': 'history.user.activated',
  'user.updated': 'history.user.updated',
  'user.enabled': 'history.user.enabled',
  'user.disabled': 'history.user.disabled',
  'user.exported': 'history.user.exported',
  'membership.added': 'history.membership.added',
  'membership.removed': 'history.membership.removed',
  'role.assigned': 'history.role.assigned',
  'role.reassigned': 'history.role.reassigned',
  'role.unassigned': 'history.role.unassigned',
  'consent.given': 'history.consent.given',
  'consent.revoked': 'history.consent.revoked',
  'device.approved': 'history.device.approved',
  'device.denied': 'history.device.denied',
  'impersonation.started': 'history.impersonation.started',
  'impersonation.ended': 'history.impersonation.ended',
  'token.exchanged': 'history.token.exchanged',
  'invitation.sent': 'history.invitation.sent',
  'invitation.resent': 'history.invitation.resent',
  'invitation.accepted': 'history.invitation.accepted',
  'invitation.revoked': 'history.invitation.revoked',
};

const ACTORS = {
  administrator: 'history.by.administrator',
  application: 'history.by.application',
  operator: 'history.by.operator',
} as const satisfies Record<string, PlainKey>;

/** An event of the user's history. */
export interface HistoryEvent {
  readonly occurredAt: Date;
  /** The action's name in the audit trail. */
  readonly event: string;
  /** Who did it, if it was not the user. */
  readonly by: keyof typeof ACTORS | null;
  /** Empty if it is not shown. */
  readonly ipAddress: string;
}

/** What the history shows, newest first. */
export interface HistoryContext extends AccountPageContext {
  events: readonly HistoryEvent[];
  newerHref: string | null;
  olderHref: string | null;
}

function Event({ t, shown: { occurredAt, event, by, ipAddress } }: { t: Translate; shown: HistoryEvent }) {
  const key = Object.hasOwn(ACTIONS, event) ? ACTIONS[event] : undefined;
  return (
    <li>
      <strong>{key ? t(key) : <code>{event}</code>}</strong>
      <time datetime={occurredAt.toISOString()}>{t.moment(occurredAt)}</time>
      {by && <span>{t(ACTORS[by])}</span>}
      {ipAddress && (
        <span>
          <bdi>{ipAddress}</bdi>
        </span>
      )}
    </li>
  );
}

/** The page that lists what has happened to the user's account. */
export function renderHistory(context: HistoryContext): string {
  const { events, newerHref, olderHref } = context;
  return accountPage(context, (t) => ({
    title: t('history.title'),
    children: (
      <>
        <h1>{t('history.title')}</h1>
        <p class="lead">{t('history.lead')}</p>
        {events.length === 0 ? (
          <p class="empty">{t('history.none')}</p>
        ) : (
          <ul class="history" aria-label={t('history.list')}>
            {events.map((event) => (
              <Event t={t} shown={event} />
            ))}
          </ul>
        )}
        <div class="actions">
          {newerHref && (
            <Link class="button quiet" href={newerHref}>
              {t('history.newer')}
            </Link>
          )}
          {olderHref && (
            <Link class="button quiet" href={olderHref}>
              {t('history.older')}
            </Link>
          )}
        </div>
      </>
    ),
  }));
}

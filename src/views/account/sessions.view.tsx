import { accountPage, type AccountPageContext } from './account-layout.tsx';
import { deviceText, type Device } from '../parts/device.ts';
import { Form, type FormContext } from '../parts/form.tsx';
import type { Translate } from '../translate.ts';

interface Session {
  id: string;
  device: Device;
  ipAddress: string;
  /** Null if it is not known. */
  location: string | null;
  lastAccessedAt: Date;
  isCurrent: boolean;
}

interface RememberedDevice extends Omit<Session, 'lastAccessedAt'> {
  lastUsedAt: Date;
  expiresAt: Date;
}

/** An administrator who acts as the user. */
interface Impersonation {
  id: string;
  administrator: string;
  clientName: string;
  startedAt: Date;
}

/**
 * What the list of sessions shows. It posts `session`, the id of the one to end, or `others`, or `remembered`, the id of the
 * device to forget, or `impersonation`, the id of one to end.
 */
export interface SessionsContext extends AccountPageContext, FormContext {
  sessions: readonly Session[];
  /** The devices that need no second factor. */
  remembered?: readonly RememberedDevice[] | undefined;
  /** The administrators who act as the user. */
  impersonations?: readonly Impersonation[] | undefined;
}

/** The device, where it is, and when it was last used. */
function Place({
  t,
  place,
  at,
}: {
  t: Translate;
  place: Pick<Session, 'device' | 'ipAddress' | 'location'>;
  at: Date;
}) {
  const { device, ipAddress, location } = place;
  const named = deviceText(t, device);
  return (
    <>
      <strong>{named ?? ipAddress}</strong>
      <span>
        {location === null
          ? named && <bdi>{ipAddress}</bdi>
          : t.rich('sessions.place', { ip: <bdi>{ipAddress}</bdi>, location: <bdi>{location}</bdi> })}
      </span>
      <span>{t.rich('sessions.lastUsed', { time: <time datetime={at.toISOString()}>{t.moment(at)}</time> })}</span>
    </>
  );
}

function Item({ t, session }: { t: Translate; session: Session }) {
  const { id, device, ipAddress, lastAccessedAt, isCurrent } = session;
  const time = t.moment(lastAccessedAt);
  const name = deviceText(t, device) ?? ipAddress;
  return (
    <li>
      <Place t={t} place={session} at={lastAccessedAt} />
      {isCurrent ? (
        <em>{t('sessions.current')}</em>
      ) : (
        <button
          type="submit"
          class="quiet"
          name="session"
          value={id}
          aria-label={t('sessions.endNamed', { device: name, time })}
        >
          {t('sessions.end')}
        </button>
      )}
    </li>
  );
}

function Remembered({ t, device }: { t: Translate; device: RememberedDevice }) {
  const { id, lastUsedAt, expiresAt, ipAddress, isCurrent } = device;
  const name = deviceText(t, device.device) ?? ipAddress;
  const end = <time datetime={expiresAt.toISOString()}>{t.moment(expiresAt)}</time>;
  return (
    <li>
      <Place t={t} place={device} at={lastUsedAt} />
      <span>{t.rich('devices.expires', { time: end })}</span>
      {isCurrent && <span>{t('sessions.current')}</span>}
      <button
        type="submit"
        class="quiet"
        name="remembered"
        value={id}
        aria-label={t('devices.forgetNamed', { device: name, time: t.moment(lastUsedAt) })}
      >
        {t('devices.forget')}
      </button>
    </li>
  );
}

function Impersonated({ t, impersonation }: { t: Translate; impersonation: Impersonation }) {
  const { id, administrator, clientName, startedAt } = impersonation;
  const time = t.moment(startedAt);
  const at = <time datetime={startedAt.toISOString()}>{time}</time>;
  return (
    <li>
      <strong>
        <bdi>{administrator}</bdi>
      </strong>
      <span>{t.rich('impersonations.place', { client: <bdi>{clientName}</bdi>, time: at })}</span>
      <button
        type="submit"
        class="quiet"
        name="impersonation"
        value={id}
        aria-label={t('impersonations.endNamed', { name: administrator, client: clientName, time })}
      >
        {t('impersonations.end')}
      </button>
    </li>
  );
}

/** The page that lists the user's sessions and ends them. */
export function renderSessions(context: SessionsContext): string {
  const { sessions, remembered = [], impersonations = [] } = context;
  return accountPage(context, (t) => ({
    title: t('sessions.title'),
    children: (
      <>
        <h1>{t('sessions.title')}</h1>
        <p class="lead">{t('sessions.lead')}</p>
        <Form t={t} context={context}>
          <ul class="sessions" aria-label={t('sessions.list')}>
            {sessions.map((session) => (
              <Item t={t} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <button type="submit" name="others" value="end">
              {t('sessions.endOthers')}
            </button>
          )}
          {impersonations.length > 0 && (
            <>
              <h2 id="impersonations">{t('impersonations.title')}</h2>
              <p class="lead">{t('impersonations.lead')}</p>
              <ul class="sessions" aria-labelledby="impersonations">
                {impersonations.map((impersonation) => (
                  <Impersonated t={t} impersonation={impersonation} />
                ))}
              </ul>
            </>
          )}
          {remembered.length > 0 && (
            <>
              <h2 id="remembered">{t('devices.title')}</h2>
              <p class="lead">{t('devices.lead')}</p>
              <ul class="sessions" aria-labelledby="remembered">
                {remembered.map((device) => (
                  <Remembered t={t} device={device} />
                ))}
              </ul>
            </>
          )}
        </Form>
      </>
    ),
  }));
}

import { accountPage, type AccountPageContext } from './account-layout.tsx';
import { deviceText, type Device } from './device.ts';
import { Form, type FormContext } from './form.tsx';
import type { Translate } from './translate.ts';

interface Session {
  id: string;
  device: Device;
  ipAddress: string;
  /** Null if it is not known. */
  location: string | null;
  lastAccessedAt: Date;
  isCurrent: boolean;
}

/** What the list of sessions shows. It posts `session`, the id of the one to end, or `others`. */
export interface SessionsContext extends AccountPageContext, FormContext {
  sessions: readonly Session[];
}

function Item({ t, session }: { t: Translate; session: Session }) {
  const { id, device, ipAddress, location, lastAccessedAt, isCurrent } = session;
  const time = t.moment(lastAccessedAt);
  const named = deviceText(t, device);
  const name = named ?? ipAddress;
  return (
    <li>
      <strong>{name}</strong>
      <span>
        {location === null
          ? named && <bdi>{ipAddress}</bdi>
          : t.rich('sessions.place', { ip: <bdi>{ipAddress}</bdi>, location: <bdi>{location}</bdi> })}
      </span>
      <span>{t.rich('sessions.lastUsed', { time: <time datetime={lastAccessedAt.toISOString()}>{time}</time> })}</span>
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

/** The page that lists the user's sessions and ends them. */
export function renderSessions(context: SessionsContext): string {
  const { sessions } = context;
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
        </Form>
      </>
    ),
  }));
}

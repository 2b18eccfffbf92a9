import { firstRowsLoader } from '../../kernel/first-rows.ts';
import { Session } from './session.entity.ts';
import { idleSince } from './session.service.ts';

const ALIVE = `e.expires_at > :now and e.last_accessed_at > :idleSince
  and exists (select from users u where u.id = e.user_id and u.is_active offset 0)`;

// A session that has expired in its browser is still listed while an application has a refresh token for offline use.
const USED_OFFLINE = `exists (
  select from grants g cross join lateral (
    select from refresh_tokens t where t.grant_id = g.id and t.consumed_at is null
      and t.expires_at > :now and 'offline_access' = any(t.scopes) limit 1
  ) t where g.session_id = e.id offset 0)`;

/** Loads the sessions of users that have not expired, and the session of the request; most recently used first. */
export const sessionLoader = firstRowsLoader(Session, {
  owner: 'userId',
  orderBy: 'e.last_accessed_at desc, e.id desc',
  where: `(${ALIVE}) or ${USED_OFFLINE} or e.id = :asking`,
  values: ({ clock, settings, viewer }) => ({
    now: clock.now(),
    idleSince: idleSince(clock.now(), settings.sessions),
    asking: viewer.kind === 'user' ? viewer.sessionId : null,
  }),
});

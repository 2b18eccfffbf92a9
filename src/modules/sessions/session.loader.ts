import { sql, type Raw } from '@mikro-orm/postgresql';
import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { OwnedPages } from '../../ground/lists/page-loader.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { Session } from './session.entity.ts';
import { sessionListing } from './session.filter.ts';
import { idleSince } from './session-times.ts';

/** The sessions of the viewer's customer by id. */
export const sessionLoader = entityLoader(Session);

const alive = (now: Date, idle: Date): Raw => sql`e.expires_at > ${now} and e.last_accessed_at > ${idle}
  and exists (select from users u where u.id = e.user_id and u.is_active offset 0)`;

// A session that has expired in its browser is still listed while an application has a refresh token for offline use.
const usedOffline = (now: Date): Raw => sql`exists (
  select from grants g cross join lateral (
    select from refresh_tokens t where t.grant_id = g.id and t.consumed_at is null
      and t.expires_at > ${now} and 'offline_access' = any(t.scopes) limit 1
  ) t where g.session_id = e.id offset 0)`;

/** The sessions of users that have not expired, and the session of the request; most recently used first. */
export const sessionPages = new OwnedPages(Session, {
  owner: 'e.user_id = owner',
  order: orderBy(Session, { lastAccessedAt: 'desc' }),
  listing: sessionListing,
  where: ({ clock, settings, viewer }) => {
    const now = clock.now();
    const asking = viewer.kind === 'user' ? viewer.sessionId : null;
    return sql`(${alive(now, idleSince(now, settings.sessions))} or ${usedOffline(now)} or e.id = ${asking})`;
  },
});

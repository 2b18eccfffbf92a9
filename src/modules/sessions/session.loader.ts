import { raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { firstRowsLoader } from '../../kernel/first-rows.ts';
import { Session } from './session.entity.ts';
import { idleSince } from './session.service.ts';

/** The sessions of users of the viewer's customer that have not expired; last used first. */
export const sessionLoader = firstRowsLoader(Session, {
  owner: 'userId',
  orderBy: { lastAccessed: 'desc', id: 'desc' },
  where: (ctx) => ({ $or: [alive(ctx), usedOffline(ctx), ...asking(ctx)] }),
});

const alive = ({ clock, settings }: RequestContext) => ({
  expiresAt: { $gt: clock.now() },
  lastAccessed: { $gt: idleSince(clock.now(), settings.sessions) },
  user: { isActive: true },
});

// A session whose browser is signed out by the clock lives on in applications that may use it while its user is away.
const usedOffline = ({ clock }: RequestContext) => ({
  [raw(
    (alias) => `exists (
      select from grants g cross join lateral (
        select from refresh_tokens t where t.grant_id = g.id and t.consumed_at is null
          and t.expires_at > ? and 'offline_access' = any(t.scopes) limit 1
      ) t where g.session_id = ${alias}.id offset 0)`,
    [clock.now()],
  )]: [],
});

/** The session of the request itself. */
const asking = ({ viewer }: RequestContext) => (viewer.kind === 'user' ? [{ id: viewer.sessionId }] : []);

import type { UserViewer } from '../../kernel/access.ts';
import { lookup } from '../../kernel/database.ts';
import { grantAndHolders, grantStands, isGrantOf } from '../../modules/grants/index.ts';

/** What a user's token stands on. */
interface LiveGrant extends Pick<UserViewer, 'customerId' | 'clientId' | 'role' | 'authTime' | 'factorAt'> {
  readonly clientScopes: readonly string[];
  /** Whether a user registered the client for themself. */
  readonly isMembers: boolean;
}

/**
 * By grant, user and session. The grant's row hangs below its session, its user and its client: where it is, they are.
 */
export const liveGrant = lookup<LiveGrant>(
  'oauth.live-grant',
  ['uuid', 'uuid', 'uuid'],
  (
    grant,
    user,
    session,
  ) => `select g.customer_id as "customerId", g.client_id as "clientId", u.role, g.auth_time as "authTime",
     g.factor_at as "factorAt", c.scopes as "clientScopes", c.owner_id is not null as "isMembers"
   from ${grantAndHolders} where ${isGrantOf(grant, user, session)} and ${grantStands}`,
);

import type { UserViewer } from '../../kernel/access.ts';
import { sql } from '../../kernel/database.ts';
import { grantAndHolders, grantStands } from './standing.sql.ts';

/**
 * $1 grant, $2 user, $3 session. The grant's row hangs below its session, its user and its client: where it is, they are.
 */
export const liveGrant = sql<Pick<UserViewer, 'customerId' | 'clientId' | 'role' | 'authTime' | 'amr'>>(
  'oauth.live-grant',
  `select g.customer_id as "customerId", g.client_id as "clientId", u.role, g.auth_time as "authTime", g.amr
   from ${grantAndHolders} where g.id = $1 and g.user_id = $2 and g.session_id = $3 and ${grantStands}`,
);

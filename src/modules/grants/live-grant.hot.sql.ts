import type { UserViewer } from '../../kernel/access.ts';
import { lookup } from '../../kernel/database.ts';
import { grantIsValid, grantWithUserAndClient, isGrantOf } from './valid-grant.hot.sql.ts';

/** The grant of a user's token. */
interface LiveGrant extends Pick<
  UserViewer,
  'customerId' | 'clientId' | 'role' | 'authTime' | 'factorAt' | 'documents'
> {
  readonly clientScopes: readonly string[];
  /** Whether a user registered the client for themself. */
  readonly isMembers: boolean;
}

/**
 * Hot path: authenticates a user's access token. A grant is deleted with its session, user or client, so they exist if it
 * exists.
 */
export const liveGrant = lookup<LiveGrant, 'grantId' | 'userId' | 'sessionId'>(
  'grants.live',
  { grantId: 'uuid', userId: 'uuid', sessionId: 'uuid' },
  ({ grantId, userId, sessionId }) =>
    `select g.customer_id as "customerId", g.client_id as "clientId", u.role, g.auth_time as "authTime",
       g.factor_at as "factorAt", c.scopes as "clientScopes", c.documents,
       c.owner_id is not null as "isMembers"
     from ${grantWithUserAndClient} where ${isGrantOf(grantId, userId, sessionId)} and ${grantIsValid}`,
);

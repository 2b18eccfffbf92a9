import { byKey, lookup, sql } from '../../kernel/database.ts';
import { type ClientRegistration, notRevoked, registrationColumns } from '../../modules/clients/index.ts';
import { joinLogin, grantAndHolders, grantStands, isGrantOf, refreshable } from '../../modules/grants/index.ts';

/** The client that asks, and what is known of the token's client: all null where the token is dead. */
export interface Asked extends ClientRegistration {
  readonly holderScopes: readonly string[] | null;
  readonly holderResources: readonly string[] | null;
}

/** The same with the token's user. */
interface AskedOfUser extends Asked {
  readonly email: string;
}

/** The same with what a refresh token is good for. */
interface AskedOfRefreshToken extends ClientRegistration {
  readonly holderScopes: readonly string[] | null;
  readonly email: string;
  readonly grantedScopes: readonly string[];
  readonly userId: string;
  readonly sessionId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

// The clients row that asks is `clients`; whatever is found of the token is of the same customer.
const asked = (client: string, columns: string, from: string): string =>
  `select ${registrationColumns}, t.* from clients left join lateral (
     select ${columns} from ${from}
   ) t on true
   where clients.id = ${client}`;

/** By the client that asks, grant, user and session. */
export const askOfUserToken = lookup<AskedOfUser>(
  'oauth.introspect-user-token',
  ['text', 'uuid', 'uuid', 'uuid'],
  (client, grant, user, session) =>
    asked(
      client,
      'c.scopes as "holderScopes", c.resources as "holderResources", u.email',
      `${grantAndHolders} where ${isGrantOf(grant, user, session)} and g.customer_id is not distinct from clients.customer_id
       and ${grantStands}`,
    ),
);

/** By the client that asks, the token's client and its jti. */
export const askOfClientToken = lookup<Asked>(
  'oauth.introspect-client-token',
  ['text', 'text', 'uuid'],
  (client, holder, jti) =>
    asked(
      client,
      'c.scopes as "holderScopes", c.resources as "holderResources"',
      `clients c where c.id = ${holder} and c.customer_id is not distinct from clients.customer_id and 'client_credentials' = any(c.grant_types)
       and ${notRevoked(jti)}`,
    ),
);

/** $1 the client that asks, whose own it must be, $2 the token's hash, $3 now, $4 idle since. */
export const askOfRefreshToken = sql<AskedOfRefreshToken>(
  'oauth.introspect-refresh-token',
  asked(
    '$1',
    `c.scopes as "holderScopes", u.email, r.scopes as "grantedScopes", g.user_id as "userId",
       g.session_id as "sessionId", r.created_at as "issuedAt", r.expires_at as "expiresAt"`,
    `(select * from refresh_tokens where token_hash = $2 limit 1) r ${byKey('grants', 'g', 'r.grant_id')} ${joinLogin}
     where r.customer_id = clients.customer_id and r.client_id = clients.id
       and r.consumed_at is null and ${refreshable('r', '$3', '$4')} and ${grantStands}`,
  ),
);

import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import type { Database } from '../../ground/kernel/database.ts';
import type { GrantType } from '../clients/client-vocabulary.ts';
import type { Grant } from './grant.entity.ts';
import {
  apisOfRedeemed,
  groupsOfRedeemed,
  joinSessionUserAndClient,
  redeemedColumns,
  type RedeemedGrant,
} from './redeemed-grant.hot.sql.ts';
import { userinfoColumns, type UserinfoRow } from './userinfo.hot.sql.ts';
import { grantWithUserAndClient } from './valid-grant.hot.sql.ts';

/** A session that no login has started. */
export interface SupposedSession {
  readonly id: string;
  readonly customerId: string;
  readonly userId: string;
  readonly amr: readonly string[];
  readonly authTime: Date;
  readonly expiresAt: Date;
}

/** What it would give a client, with all that the user would have to allow. */
export interface SupposedGrant extends Pick<Grant, 'id' | 'clientId' | 'scopes' | 'resources' | 'acr'> {
  readonly grantType: GrantType;
  readonly organizationId: string | null;
}

const rowsOf = (table: string, base: Raw, row: object): Raw =>
  sql`${raw(table)} as (select * from jsonb_populate_record(${base}, ${JSON.stringify(row)}::jsonb))`;

const empty = (table: string): Raw => raw(`null::${table}`);

/**
 * For the WITH of a statement that reads `sessions`: it reads the supposed session and no other. So it can be the statement of
 * real sessions, and nothing is written.
 */
export const supposedSession = ({ id, customerId, userId, amr, authTime, expiresAt }: SupposedSession): Raw =>
  rowsOf('sessions', empty('sessions'), {
    id,
    customer_id: customerId,
    user_id: userId,
    amr,
    auth_time: authTime,
    expires_at: expiresAt,
    created_at: authTime,
  });

/** The same for a statement that reads grants. What the user has left out when allowing something stays left out. */
export const supposedGrant = (session: SupposedSession, grant: SupposedGrant): Raw => {
  const { customerId, userId, authTime, amr } = session;
  const { id, clientId, grantType, scopes, resources, organizationId, acr } = grant;
  const given = {
    customer_id: customerId,
    user_id: userId,
    client_id: clientId,
    scopes,
    resources,
    created_at: authTime,
  };
  const none = { claims: [], authorization_details: [] };
  const allowed = sql`(select k from consents k where k.user_id = ${userId}::uuid and k.client_id = ${clientId} limit 1)`;
  return sql`${supposedSession(session)},
    ${rowsOf('grants', empty('grants'), {
      ...given,
      ...none,
      id,
      session_id: session.id,
      grant_type: grantType,
      organization_id: organizationId,
      id_token_claims: [],
      auth_time: authTime,
      amr,
      acr,
    })},
    ${rowsOf('consents', allowed, { ...given, ...none, scopes_since: {} })}`;
};

// Foreign keys say so of a grant that is stored.
const OF_ONE_CUSTOMER =
  'u.customer_id is not distinct from g.customer_id and c.customer_id is not distinct from g.customer_id';

/** What a code of the grant would be redeemed for, and what userinfo would read. Undefined if there is no such user or client. */
export async function readSupposed(
  db: Database,
  session: SupposedSession,
  grant: SupposedGrant,
): Promise<{ readonly redeemed: RedeemedGrant; readonly user: UserinfoRow } | undefined> {
  const supposed = supposedGrant(session, grant);
  const [[redeemed], [user]] = await Promise.all([
    db.select<RedeemedGrant>(sql`with ${supposed} select redeemed.*, ${raw(groupsOfRedeemed)} from (
      select g.scopes, ${raw(redeemedColumns)}, ${raw(apisOfRedeemed('now()'))} from grants g ${raw(joinSessionUserAndClient)}
      where ${raw(OF_ONE_CUSTOMER)}) redeemed`),
    db.select<UserinfoRow>(sql`with ${supposed} select ${raw(userinfoColumns())} from ${raw(grantWithUserAndClient)}
      where ${raw(OF_ONE_CUSTOMER)}`),
  ]);
  return redeemed && user && { redeemed, user };
}

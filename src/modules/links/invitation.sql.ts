import { sql } from '../../kernel/database.ts';
import type { Invitation } from './invitation.entity.ts';

/** An invitation as every read returns it. */
export type InvitationRow = Pick<
  Invitation,
  | 'id'
  | 'customerId'
  | 'userId'
  | 'email'
  | 'applicationUrl'
  | 'inviterType'
  | 'inviterId'
  | 'createdAt'
  | 'sentAt'
  | 'expiresAt'
  | 'acceptedAt'
  | 'revokedAt'
>;

const columns = (table: string): string =>
  `${table}.id, ${table}.customer_id as "customerId", ${table}.user_id as "userId", ${table}.email,
   ${table}.application_url as "applicationUrl", ${table}.inviter_type as "inviterType",
   ${table}.inviter_id as "inviterId", ${table}.created_at as "createdAt", ${table}.sent_at as "sentAt",
   ${table}.expires_at as "expiresAt", ${table}.accepted_at as "acceptedAt", ${table}.revoked_at as "revokedAt"`;

/** $1 a JSON array of rows. Whoever has an open invitation gets it renewed, as the one they have. */
export const putInvitations = sql<InvitationRow>(
  'links.put-invitations',
  `insert into invitations as i select * from jsonb_populate_recordset(null::invitations, $1::jsonb)
   on conflict (customer_id, user_id) where accepted_at is null and revoked_at is null do update
   set email = excluded.email, application_url = coalesce(excluded.application_url, i.application_url),
     inviter_type = excluded.inviter_type, inviter_id = excluded.inviter_id, sent_at = excluded.sent_at,
     expires_at = excluded.expires_at
   returning ${columns('i')}`,
);

// $2 state or null, $3 now.
const STATE = `($2::text is null or $2 = case
    when i.accepted_at is not null then 'accepted'
    when i.revoked_at is not null then 'revoked'
    when i.expires_at <= $3 then 'expired'
    else 'pending' end)`;

/** $1 customer, $2 state or null, $3 now, $4 behind this id, $5 rows; oldest first. */
export const invitationPage = sql<InvitationRow>(
  'links.invitation-page',
  `select ${columns('i')} from invitations i where i.customer_id = $1 and ${STATE} and i.id > $4 order by i.id limit $5`,
);

/** $1 customer, $2 state or null, $3 now. */
export const invitationCount = sql<{ count: number }>(
  'links.invitation-count',
  `select count(*) from invitations i where i.customer_id = $1 and ${STATE} `,
);

/** $1 customer, $2 id. */
export const invitationById = sql<InvitationRow>(
  'links.invitation-by-id',
  `select ${columns('i')} from invitations i where i.customer_id = $1 and i.id = $2`,
);

/** $1 customer, $2 id, $3 now. */
export const revokeInvitation = sql<InvitationRow>(
  'links.revoke-invitation',
  `update invitations i set revoked_at = $3
   where i.customer_id = $1 and i.id = $2 and i.accepted_at is null and i.revoked_at is null returning ${columns('i')}`,
);

/** $1 customer, $2 user, $3 now. */
export const acceptInvitation = sql<{ id: string; applicationUrl: string | null }>(
  'links.accept-invitation',
  `update invitations set accepted_at = $3
   where customer_id = $1 and user_id = $2 and accepted_at is null and revoked_at is null
   returning id, application_url as "applicationUrl"`,
);

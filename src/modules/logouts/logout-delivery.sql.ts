import { sql } from '../../kernel/database.ts';
import type { Columns } from '../../kernel/entity.ts';
import { dueStatement, type DueRow } from '../../jobs/due.sql.ts';
import type { LogoutDelivery } from './logout-delivery.entity.ts';

/** A delivery as administrators see it. */
export type LogoutDeliveryRow = Columns<LogoutDelivery>;

/** A delivery that this process is to make. */
export interface ClaimedDelivery extends Pick<LogoutDelivery, 'id' | 'clientId' | 'userId' | 'sessionId' | 'attempts'> {
  /** Null where the client does not want to be told any more. */
  readonly uri: string | null;
  readonly signedWith: 'RS256' | 'ES256';
}

const columns = `id, customer_id as "customerId", client_id as "clientId", user_id as "userId",
  session_id as "sessionId", attempts, next_attempt_at as "nextAttemptAt", delivered_at as "deliveredAt",
  failed_at as "failedAt", last_error as "lastError", created_at as "createdAt"`;

/** A delivery that is due; its line is the client. */
export interface DueDelivery extends DueRow {
  /** The member whose own client it is. */
  readonly ownerId: string | null;
}

export const dueDeliveries = dueStatement<DueDelivery>('logouts.due', {
  table: 'logout_deliveries',
  line: 'client_id',
  open: 'delivered_at is null and failed_at is null',
  dueAt: "coalesce(next_attempt_at, '-infinity')",
  more: `, (select c.owner_id from clients c where c.customer_id = l.customer_id and c.id = l.line) as "ownerId"`,
});

/** $1 ids, $2 now, $3 until when they are this worker's. Two workers never get the same delivery. */
export const claimDeliveries = sql<ClaimedDelivery>(
  'logouts.claim',
  `update logout_deliveries d set attempts = d.attempts + 1, next_attempt_at = $3
   from (
     select id from logout_deliveries
     where id = any($1) and delivered_at is null and failed_at is null
       and (next_attempt_at is null or next_attempt_at <= $2)
     for update skip locked
   ) due, clients c
   where d.id = due.id and c.customer_id = d.customer_id and c.id = d.client_id
   returning d.id, d.client_id as "clientId", d.user_id as "userId", d.session_id as "sessionId", d.attempts,
     c.backchannel_logout_uri as uri, c.id_token_signed_response_alg as "signedWith"`,
);

/** $1 id, $2 the attempt, $3 now. */
export const markDelivered = sql(
  'logouts.delivered',
  `update logout_deliveries set delivered_at = $3, last_error = null
   where id = $1 and attempts = $2 and delivered_at is null`,
);

/** $1 id, $2 the attempt, $3 when to try again or null to give up, $4 now, $5 what went wrong. */
export const markUndelivered = sql(
  'logouts.failed',
  `update logout_deliveries set last_error = $5, next_attempt_at = coalesce($3, next_attempt_at),
     failed_at = case when $3::timestamptz is null then $4::timestamptz end
   where id = $1 and attempts = $2 and delivered_at is null`,
);

const STATES = `($2::text is null or $2 = case
    when delivered_at is not null then 'delivered' when failed_at is not null then 'dead' else 'pending' end)`;

/** $1 customer, $2 state or null, $3 behind this id or null, $4 rows; newest first. */
export const deliveryPage = sql<LogoutDeliveryRow>(
  'logouts.page',
  `select ${columns} from logout_deliveries
   where customer_id = $1 and ${STATES} and ($3::uuid is null or id < $3) order by id desc limit $4`,
);

/** $1 customer, $2 state or null. */
export const deliveryCount = sql<{ count: number }>(
  'logouts.count',
  `select count(*) from logout_deliveries where customer_id = $1 and ${STATES}`,
);

/** $1 customer, $2 id. */
export const deliveryById = sql<LogoutDeliveryRow>(
  'logouts.by-id',
  `select ${columns} from logout_deliveries where customer_id = $1 and id = $2`,
);

/** $1 customer, $2 id, $3 audit row. Only what was given up is tried again. */
export const retryDelivery = sql<LogoutDeliveryRow>(
  'logouts.retry',
  `with revived as (
     update logout_deliveries set failed_at = null, attempts = 0, next_attempt_at = null
     where customer_id = $1 and id = $2 and failed_at is not null returning *
   ), trail as (
     insert into audit_events select e.* from revived, jsonb_populate_record(null::audit_events, $3::jsonb) e
   )
   select ${columns} from revived`,
);

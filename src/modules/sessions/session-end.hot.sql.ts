import { sql } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';

/** Many rows at once: ends the sessions of a user. $1 customer, $2 user, $3 a session that is spared, or null. */
export const endSessions = sql<{ id: string }>(
  'sessions.end-all',
  'delete from sessions where user_id = $2 and customer_id is not distinct from $1 and id is distinct from $3 returning id',
);

/** What became of a user's sessions. */
interface Ended {
  /** Whether the customer has such a user. */
  readonly known: boolean;
  readonly count: number;
}

/**
 * Many rows at once: ends sessions of a user, with one event for all. $1 customer, $2 user, $3 sessions, or null for all, $4 a
 * session that is spared, or null, $5 audit row, which gets the count.
 */
export const endManySessions = sql<Ended>(
  'sessions.end-many',
  `with gone as (
     delete from sessions
     where user_id = $2 and customer_id is not distinct from $1 and ($3::uuid[] is null or id = any($3)) and id is distinct from $4::uuid
     returning id
   ), counted as (
     select count(*) from gone
   ), trail as (
     ${trailOf("($5::jsonb || jsonb_build_object('details', jsonb_build_object('count', counted.count)))", 'counted')}
     where counted.count > 0
   )
   select count, exists (select from users where id = $2 and customer_id is not distinct from $1) as known from counted`,
);

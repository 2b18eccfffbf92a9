import { byKey, sql } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';
import { sessionAlive } from './session.sql.ts';

/** A session as its user sees it. */
export interface SessionRow {
  readonly id: string;
  readonly customerId: string;
  readonly userId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly lastAccessed: Date;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

const COLUMNS = `s.id, s.customer_id as "customerId", s.user_id as "userId", s.ip as "ipAddress", s.user_agent as "userAgent",
  s.last_accessed_at as "lastAccessed", s.expires_at as "expiresAt", s.created_at as "createdAt"`;

// A session whose browser is signed out by the clock lives on in applications that may use it while its user is away.
const USED_OFFLINE = `exists (
  select from grants g cross join lateral (
    select from refresh_tokens t where t.grant_id = g.id and t.consumed_at is null
      and t.expires_at > $3 and 'offline_access' = any(t.scopes) limit 1
  ) t where g.session_id = s.id offset 0)`;

/** $1 customer, $2 users, $3 now, $4 idle since, $5 the session that asks, or null, $6 rows a user. Last used first. */
export const sessionsOfUsers = sql<SessionRow>(
  'sessions.of-users',
  `select s.* from unnest($2::uuid[]) wanted
   cross join lateral (
     select ${COLUMNS} from (
       select * from sessions where user_id = wanted and customer_id is not distinct from $1 offset 0
     ) s ${byKey('users', 'u', 'wanted')}
     where (${sessionAlive('$3', '$4')} or s.id = $5::uuid or ${USED_OFFLINE})
     order by s.last_accessed_at desc, s.id desc limit $6
   ) s
   order by s."lastAccessed" desc, s.id desc`,
);

/** $1 customer, $2 session, $3 its user, or null for whoever's, $4 audit row, whose details get the user. */
export const endOneSession = sql<SessionRow>(
  'sessions.end-one',
  `with gone as (
     delete from sessions where id = $2 and customer_id is not distinct from $1 and ($3::uuid is null or user_id = $3) returning *
   ), trail as (
     ${trailOf("($4::jsonb || jsonb_build_object('details', jsonb_build_object('userId', gone.user_id)))", 'gone')}
   )
   select ${COLUMNS} from gone s`,
);

/** What became of a user's sessions. */
interface Ended {
  /** Whether the customer has such a user. */
  readonly known: boolean;
  readonly count: number;
}

/** $1 customer, $2 user, $3 sessions, or null for all, $4 a session that is spared, or null, $5 audit row, which gets the count. */
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

import { sql } from '../../ground/kernel/database.ts';
import type { CountKind } from './daily-count.entity.ts';

/** The group that an event `e` about something else names. An index has it. */
export const NAMED_GROUP = `case when e.subject_type <> 'user' then e.details ->> 'groupId' end`;

/** Whether an action is a login at an application or at this server: by password, or with a session (single sign-on). */
const isLogin = (action: string): string => `${action} in ('login.succeeded', 'login.continued')`;

/** What is counted of an event `e`. */
const COUNTED = `e.id, e.customer_id, (e.occurred_at at time zone 'UTC')::date as day, e.action,
  case when ${isLogin('e.action')} then e.details ->> 'clientId' end as client_id,
  e.action in ('login.succeeded', 'session.raised') and e.details -> 'amr' ? 'mfa' as has_factor,
  case when ${isLogin('e.action')} or e.action = 'user.deleted' then e.subject_id end as user_id`;

/** What the events of the CTE `batch` add to the counters, as the last of some CTEs: `found`. */
const FOUND = `
  seen as (select distinct customer_id, user_id, day from batch where ${isLogin('action')}),
  gone as (select distinct customer_id, user_id from batch where action = 'user.deleted'),
  latest as (
    select customer_id, user_id, max(day) as day from seen
    where not exists (select from gone g where (g.customer_id, g.user_id) = (seen.customer_id, seen.user_id)) group by 1, 2
  ),
  known as materialized (
    select a.customer_id, a.user_id, a.last_day
    from (select customer_id, user_id from seen union select customer_id, user_id from gone) t
    cross join lateral (
      select * from active_users a where (a.customer_id, a.user_id) = (t.customer_id, t.user_id) limit 1
    ) a
  ),
  found as (
    select customer_id, 'action' as kind, day, action as name, count(*) as count from batch group by 1, 3, 4
    union all
    select customer_id, 'client', day, client_id, count(*) from batch where client_id is not null group by 1, 3, 4
    union all
    select customer_id, 'second_factors', day, '', count(*) from batch where has_factor group by 1, 3
    union all
    select customer_id, 'active_users', day, '', count(*) from seen left join known using (customer_id, user_id)
    where last_day is null or day > last_day group by 1, 3
    union all
    select customer_id, 'last_active_users', day, '', count(*) from latest left join known using (customer_id, user_id)
    where last_day is null or day > last_day group by 1, 3
    union all
    select customer_id, 'last_active_users', last_day, '', -count(*) from known left join latest using (customer_id, user_id)
    where day is null or day > last_day group by 1, 3
  )`;

/**
 * Many rows at once: counts the next events. It stops a minute before the oldest transaction under way, which may still
 * commit an event of that time. One server counts, and the others skip.
 */
export const countNext = sql<{ counted: number }, { now: Date; most: number }>(
  'audit.count-next',
  `with progress as materialized (select counted_to from audit_progress for update skip locked),
   over as materialized (
     select :now::timestamptz - interval '1 minute' - coalesce(max(clock_timestamp() - xact_start), '0') as until
     from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
   ),
   batch as materialized (
     select ${COUNTED} from progress cross join over cross join lateral (
       select * from audit_events e where e.id > progress.counted_to
         and e.id < (lpad(to_hex(floor(extract(epoch from over.until) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
       order by e.id limit :most
     ) e
   ),
   ${FOUND},
   counted as (
     insert into daily_counts as c (customer_id, kind, day, name, count)
     select customer_id, kind, day, name, sum(count) from found group by 1, 2, 3, 4
     on conflict (customer_id, kind, day, name) do update set count = c.count + excluded.count
   ),
   moved as (
     insert into active_users as a (customer_id, user_id, last_day) select customer_id, user_id, day from latest
     on conflict (customer_id, user_id) do update set last_day = greatest(a.last_day, excluded.last_day)
   ),
   dropped as (
     delete from active_users a using gone g where (a.customer_id, a.user_id) = (g.customer_id, g.user_id)
   ),
   done as (
     update audit_progress set counted_to = (select id from batch order by id desc limit 1)
     where exists (select from batch)
   )
   select count(*)::int as counted from batch`,
);

const EVENT = `e.id, (e.occurred_at at time zone 'UTC')::date as day, e.action`;

/** How often an action happened to an object on a day. */
interface ObjectCounted {
  readonly objectId: string;
  /** As `2026-11-23`. */
  readonly day: string;
  readonly action: string;
  readonly count: number;
}

/**
 * Many rows at once: counts the events about each of some objects by day and action, between two ids of events. An index finds
 * the events. At most `most` of each object are read of those with it as their subject, and as many of those that name it.
 */
export const countsOfObjects = sql<
  ObjectCounted,
  { customerId: string; ids: readonly string[]; from: string; before: string; most: number }
>(
  'audit.counts-of-objects',
  `select o.id as "objectId", e.day::text, e.action, count(*)::int as count
   from unnest(:ids::text[]) o(id) cross join lateral (
     (select ${EVENT} from audit_events e
      where e.customer_id = :customerId and e.subject_id = o.id and e.id >= :from::uuid and e.id < :before::uuid
      order by e.id limit :most)
     union all
     (select ${EVENT} from audit_events e
      where e.customer_id = :customerId and e.details ->> 'userId' = o.id and e.subject_id <> o.id
        and e.id >= :from::uuid and e.id < :before::uuid
      order by e.id limit :most)
     union all
     (select ${EVENT} from audit_events e
      where e.customer_id = :customerId and ${NAMED_GROUP} = o.id and e.subject_id <> o.id
        and e.id >= :from::uuid and e.id < :before::uuid
      order by e.id limit :most)
   ) e
   group by 1, 2, 3 order by 2, 3`,
);

/** A counter of a day, or of all days of the period for logins by client. */
export interface Counted {
  readonly kind: CountKind;
  /** As `2026-11-23`. Null for logins by client. */
  readonly day: string | null;
  readonly name: string;
  readonly count: number;
}

/**
 * Many rows at once: the counters of some days, with the events that are not in them yet; of these actions, or of all. Only
 * the `most` clients with the most logins are read.
 */
export const countsOf = sql<
  Counted,
  {
    customerId: string;
    kinds: readonly CountKind[];
    /** The actions. */
    names: readonly string[] | null;
    from: string;
    to: string;
    most: number;
  }
>(
  'audit.counts',
  `with batch as materialized (
     select ${COUNTED} from audit_events e
     where e.customer_id = :customerId and e.id > (select counted_to from audit_progress)
   ),
   ${FOUND},
   wanted as (
     select kind, day, name, count from daily_counts
     where customer_id = :customerId and kind = any(:kinds) and day between :from::text::date and :to::text::date
       and (kind <> 'action' or :names::text[] is null or name = any(:names))
     union all
     select kind, day, name, count from found
     where kind = any(:kinds) and day between :from::text::date and :to::text::date
       and (kind <> 'action' or :names::text[] is null or name = any(:names))
   ),
   clients as (
     select kind, null as day, name, sum(count)::int as count from wanted where kind = 'client' group by 1, 3
     order by 4 desc, 3 limit :most
   )
   select * from clients
   union all
   select kind, day::text, name, sum(count)::int from wanted where kind <> 'client' group by 1, 2, 3 order by 2, 3`,
);

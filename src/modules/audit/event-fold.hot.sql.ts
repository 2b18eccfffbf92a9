import { sql } from '../../ground/kernel/database.ts';

/** So many equal events of an hour stay apart. */
const APART = 5;

/**
 * Many rows at once: folds what users have done again and again. Of the counted events between two ids that are equal in all but
 * their moment and request, the first stays, with how many followed and until when. Logins stay apart, and so do the
 * events of a request that did the same more than once.
 */
export const foldEvents = sql<{ folded: number }, { from: string; to: string }>(
  'audit.fold',
  `with alike as materialized (
     select id, count(*) over same as times, first_value(id) over (same order by id) as first,
       max(occurred_at) over same as until
     from audit_events e
     where id >= :from::uuid and id < :to::uuid and id <= (select counted_to from audit_progress)
       and actor_type = 'user' and action not like 'login.%'
       and (fold_id is null or fold_id = id and not exists (
         select from audit_events f where f.customer_id = e.customer_id and f.fold_id = e.id and f.id <> e.id))
     window same as (
       partition by customer_id, action, actor_id, client_id, impersonator_id, subject_type, subject_id, ip, details)
   ), kept as (
     update audit_events e
     set details = e.details || jsonb_build_object('repeated', jsonb_build_object('times', a.times - 1, 'until', a.until))
     from alike a where e.id = a.id and a.id = a.first and a.times > ${APART}
   ), gone as (
     delete from audit_events e using alike a where e.id = a.id and a.id <> a.first and a.times > ${APART} returning e.id
   )
   select count(*)::int as folded from gone`,
);

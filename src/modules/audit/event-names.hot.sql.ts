import { sql } from '../../ground/kernel/database.ts';

const nameIn = (table: string, id: 'id' | 'uuid'): string =>
  `(select t.name from ${table} t where t.id = a.${id} and t.customer_id = :customerId)`;

const keptOf = (and: string): string =>
  `(select k.name from kept_names k where k.object_id = a.id and k.customer_id = :customerId ${and} limit 1)`;

/**
 * Many rows at once: the names that objects had at some moments, in the order of `ids`; `uuids` are the same, as far
 * as they are UUIDs. It is the first name that was kept since, or else the present one. An object that was deleted has its last.
 */
export const namesAt = sql<
  { name: string | null },
  { customerId: string; ids: readonly string[]; uuids: readonly (string | null)[]; moments: readonly Date[] }
>(
  'audit.names',
  `select coalesce(
     ${keptOf('and k.until >= a.at order by k.until')},
     ${nameIn('users', 'uuid')}, ${nameIn('groups', 'uuid')},
     ${nameIn('clients', 'id')}, ${nameIn('organizations', 'uuid')}, ${nameIn('apis', 'uuid')}, ${nameIn('roles', 'uuid')},
     ${keptOf('order by k.until desc')}) as name
   from unnest(:ids::text[], :uuids::uuid[], :moments::timestamptz[]) with ordinality a(id, uuid, at, n) order by n`,
);

/** The fields of a user whose values say nothing of the person. */
const IMPERSONAL = ['role', 'administration', 'isActive', 'organizationId', 'emailVerified'];

/**
 * Many rows at once: erases what the audit trail knows of a person. The events stay, with their ids. The kept names go, and
 * so do the names, addresses and values in the details of the events about the user.
 */
export const forgetPerson = sql<{ forgotten: number }, { customerId: string; userId: string }>(
  'audit.forget-person',
  `with names as (delete from kept_names where object_id = :userId and customer_id = :customerId),
   events as (
     update audit_events e set details = (e.details - '{email,name,from,to,changes}'::text[])
       || case when e.details ? 'changes' then jsonb_build_object('changes', (
         select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(e.details -> 'changes')
         where key in (${IMPERSONAL.map((field) => `'${field}'`).join(', ')}))) else '{}' end
     where e.customer_id = :customerId and e.subject_id = :userId and e.subject_type = 'user'
       and e.details ?| '{email,name,from,to,changes}'::text[]
     returning e.id
   )
   select count(*)::int as forgotten from events`,
);

import { sql } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';
import { endGrantsOfConsents } from '../grants/index.ts';

const joined = (column: string): string =>
  `${column} = array(select unnest(consents.${column}) union select unnest(excluded.${column}) order by 1)`;

/**
 * Hot path: a login's user allows the client what it asks for. $1 user, $2 client, $3 customer, $4 scopes, $5 resources, $6 hosts, $7 now, $8 audit row. What was allowed before stays
 * allowed.
 */
export const giveConsent = sql(
  'consents.give',
  `with given as (
     insert into consents (user_id, client_id, customer_id, scopes, resources, return_hosts, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (user_id, client_id) do update set updated_at = excluded.updated_at,
       ${joined('scopes')}, ${joined('resources')}, ${joined('return_hosts')}
     returning user_id
   )
   ${trailOf('$8', 'given')}`,
);

/**
 * Many rows at once: ends a consent with every grant that came of it, of every session, and so every token of them. $1
 * customer, $2 user, $3 client, $4 audit row. No row where there is no such consent.
 */
export const revokeConsent = sql<{ user_id: string }>(
  'consents.revoke',
  `with gone as (
     delete from consents where user_id = $2 and client_id is not distinct from $3 and customer_id is not distinct from $1 returning *
   ), ended as (
     ${endGrantsOfConsents('gone')}
   ), trail as (
     ${trailOf('$4', 'gone')}
   )
   select user_id from gone`,
);

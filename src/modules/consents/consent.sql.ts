import { byKey, sql } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';
import { endGrantsOfConsents } from '../grants/index.ts';

const joined = (column: string): string =>
  `${column} = array(select unnest(consents.${column}) union select unnest(excluded.${column}) order by 1)`;

/**
 * $1 user, $2 client, $3 customer, $4 scopes, $5 resources, $6 hosts, $7 now, $8 audit row. What was allowed before stays
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

/** What a user has allowed a client, with what people know the client by. */
export interface ConsentRow {
  readonly customerId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly logoUri: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `o.customer_id as "customerId", o.user_id as "userId", o.client_id as "clientId", c.name as "clientName",
  c.logo_uri as "logoUri", o.scopes, o.created_at as "createdAt", o.updated_at as "updatedAt"`;

/** $1 customer, $2 users, $3 rows a user. The newest first. */
export const consentsOfUsers = sql<ConsentRow>(
  'consents.of-users',
  `select o.* from unnest($2::uuid[]) wanted
   cross join lateral (
     select ${COLUMNS} from consents o ${byKey('clients', 'c', 'o.client_id')}
     where o.user_id = wanted and o.customer_id is not distinct from $1
     order by o.updated_at desc, o.client_id limit $3
   ) o
   order by o."updatedAt" desc, o."clientId"`,
);

/**
 * $1 customer, $2 user, $3 client, $4 audit row. What the client got in the user's name ends with the consent: its grants,
 * of every session, and so every token of them.
 */
export const revokeConsent = sql<ConsentRow>(
  'consents.revoke',
  `with gone as (
     delete from consents where user_id = $2 and client_id is not distinct from $3 and customer_id is not distinct from $1 returning *
   ), ended as (
     ${endGrantsOfConsents('gone')}
   ), trail as (
     ${trailOf('$4', 'gone')}
   )
   select ${COLUMNS} from gone o ${byKey('clients', 'c', 'o.client_id')}`,
);

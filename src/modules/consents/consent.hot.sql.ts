import { sql } from '../../kernel/database.ts';
import { trailOf, type AuditRow } from '../audit/index.ts';

/** What a user allows a client. */
export interface Allowance {
  readonly customerId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly claims: readonly string[];
  readonly returnHosts: readonly string[];
}

const merged = (column: string): string =>
  `${column} = array(select unnest(consents.${column}) union select unnest(excluded.${column}) order by 1)`;

/** Hot path: a user who signs in allows the client what it asks for. What was allowed before stays allowed. */
export const giveConsent = sql<Record<string, never>, Allowance & { readonly now: Date; readonly event: AuditRow }>(
  'consents.give',
  `with given as (
     insert into consents (user_id, client_id, customer_id, scopes, resources, claims, return_hosts, created_at, updated_at)
     values (:userId, :clientId, :customerId, :scopes, :resources, :claims, :returnHosts, :now, :now)
     on conflict (user_id, client_id) do update set updated_at = excluded.updated_at,
       ${merged('scopes')}, ${merged('resources')}, ${merged('claims')}, ${merged('return_hosts')}
     returning user_id
   )
   ${trailOf(':event', 'given')}`,
);

import type { AuthorizationDetail } from '../../ground/kernel/authorization-details.ts';
import { sql } from '../../ground/kernel/database.ts';
import { trailOf, type AuditRow } from '../audit/index.ts';

/** What a user allows a client. */
export interface Allowance {
  readonly customerId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The scopes of APIs that the page showed, and those of them that the user has left out, as the consent has them. */
  readonly shown: readonly string[];
  readonly declined: readonly string[];
  readonly resources: readonly string[];
  readonly claims: readonly string[];
  readonly details: readonly AuthorizationDetail[];
  readonly returnHosts: readonly string[];
  /** When what the user allows was read for the page. Claims that were added to its scopes later are not allowed. */
  readonly shownAt: Date;
}

const merged = (column: string): string =>
  `${column} = array(select unnest(consents.${column}) union select unnest(excluded.${column}) order by 1)`;

/**
 * Hot path: a user who signs in allows the client what it asks for. What was allowed before stays allowed, but for details,
 * of which the last ones count. Of the scopes of APIs that can be left out, the last choice counts.
 */
export const giveConsent = sql<
  Record<string, never>,
  Omit<Allowance, 'details'> & { readonly details: string; readonly now: Date; readonly event: AuditRow }
>(
  'consents.give',
  `with given as (
     insert into consents (user_id, client_id, customer_id, scopes, declined_scopes, resources, claims, authorization_details, return_hosts, scopes_since, created_at, updated_at)
     values (:userId, :clientId, :customerId, :scopes, :declined, :resources, :claims, :details, :returnHosts,
       coalesce((select jsonb_object_agg(name, :shownAt::timestamptz) from unnest(:scopes::text[]) name), '{}'), :now, :now)
     on conflict (user_id, client_id) do update set updated_at = excluded.updated_at,
       scopes_since = consents.scopes_since || (
         select coalesce(jsonb_object_agg(key, greatest(value::timestamptz, (consents.scopes_since ->> key)::timestamptz)), '{}')
         from jsonb_each_text(excluded.scopes_since)),
       ${merged('scopes')}, ${merged('resources')}, ${merged('claims')}, ${merged('return_hosts')},
       declined_scopes = array(
         select unnest(consents.declined_scopes) except select unnest(:shown::text[])
         union select unnest(excluded.declined_scopes) order by 1),
       authorization_details = case excluded.authorization_details when '[]' then consents.authorization_details
         else excluded.authorization_details end
     returning user_id
   )
   ${trailOf(':event', 'given')}`,
);

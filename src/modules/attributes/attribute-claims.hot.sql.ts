/** A value of a user that an application gets as a claim, under a scope. */
export interface AttributeClaim {
  readonly claim: string;
  readonly scope: string;
  readonly value: unknown;
}

/** A claim that was added to a scope. */
export interface AddedClaim {
  readonly scope: string;
  readonly claim: string;
  /** What the customer calls it; null for a standard claim. */
  readonly title: string | null;
}

const isShownTo = (definition: string, client: string): string =>
  `(${definition}.visible_to <> 'administrators' or (${client}.owner_id is null and ${client}.type = 'confidential'))`;

/**
 * Whether the claim was added since the user last saw its scope, and was not allowed by name. Consents from before this was
 * stored have their beginning.
 */
const isUnseen = (definition: string, consent: string): string =>
  `${definition}.claim_since > coalesce((${consent}.scopes_since ->> ${definition}.scope)::timestamptz, ${consent}.created_at)
         and not array[${definition}.claim, split_part(${definition}.claim, '.', 1)] && ${consent}.claims`;

/**
 * The claims of user `u` for client `c`, of every scope, in the statement that reads both: null if there are none. An
 * attribute that users may not see of themselves is only for confidential clients of the customer. Others would show it. A
 * client that needs consent gets no claim that was added to a scope since the user last saw the scope, unless it was allowed by
 * name.
 */
export const attributeClaims = `case when u.attributes <> '{}' then (
         select json_agg(json_build_object('claim', d.claim, 'scope', d.scope, 'value', a.value))
         from jsonb_each(u.attributes) a
         cross join lateral (select * from attribute_definitions where id = a.key::uuid limit 1) d
         where d.customer_id is not distinct from u.customer_id and d.claim is not null
           and ${isShownTo('d', 'c')}
           and (d.claim_since is null or not c.require_consent or exists (
             select from consents k where k.user_id = u.id and k.client_id is not distinct from c.id
               and not (${isUnseen('d', 'k')}) offset 0))
       ) end`;

/**
 * The claims, as a JSON list of `AddedClaim`, that were added to scopes since the user saw these for consent `k` to client `c`,
 * without those that it names. Empty if the client needs no consent.
 */
export const claimsAdded = `case when c.require_consent then (
         select coalesce(jsonb_agg(jsonb_build_object('scope', d.scope, 'claim', d.claim,
           'title', case when not d.is_standard then coalesce(nullif(d.description, ''), d.name) end) order by d.claim), '[]')
         from attribute_definitions d
         where d.customer_id = c.customer_id and d.claim_since is not null and d.claim is not null and d.subject = 'user'
           and ${isShownTo('d', 'c')} and ${isUnseen('d', 'k')}
       ) else '[]' end`;

/** A value of a user that an application gets as a claim, under a scope. */
export interface AttributeClaim {
  readonly claim: string;
  readonly scope: string;
  readonly value: unknown;
}

/**
 * The claims of user `u` for client `c`, of every scope, in the statement that reads both: null if there are none. An
 * attribute that users may not see of themselves is only for confidential clients of the customer. Others would show it.
 */
export const attributeClaims = `case when u.attributes <> '{}' then (
         select json_agg(json_build_object('claim', d.claim, 'scope', d.scope, 'value', a.value))
         from jsonb_each(u.attributes) a
         cross join lateral (select * from attribute_definitions where id = a.key::uuid limit 1) d
         where d.customer_id is not distinct from u.customer_id and d.claim is not null
           and (d.visible_to <> 'administrators' or (c.owner_id is null and c.type = 'confidential'))
       ) end`;

import { sql } from '../../kernel/database.ts';

/** $1 user, $2 client, $3 customer, $4 scopes, $5 now, $6 audit row. What was allowed before stays allowed. */
export const giveConsent = sql(
  'consents.give',
  `with given as (
     insert into consents (user_id, client_id, customer_id, scopes, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (user_id, client_id) do update set updated_at = excluded.updated_at,
       scopes = array(select unnest(consents.scopes) union select unnest(excluded.scopes) order by 1)
     returning user_id
   )
   insert into audit_events select e.* from given, jsonb_populate_record(null::audit_events, $6::jsonb) e`,
);

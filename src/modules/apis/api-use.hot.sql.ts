import { sql } from '../../ground/kernel/database.ts';
import type { ScopeUse } from './scope-use.ts';

/** How many of each end with an API. */
export interface ApiUse extends ScopeUse {
  readonly scopes: number;
  /** Of users, to clients, with tokens for it. */
  readonly grants: number;
}

const scopesOf = '(select s.id from api_scopes s where s.api_id = :id and s.customer_id = :customerId)';

/** Many rows at once: counts what ends with an API. */
export const apiUse = sql<ApiUse, { customerId: string; id: string; identifier: string }>(
  'apis.use',
  `select
     (select count(distinct cs.client_id)::int from client_scopes cs where cs.scope_id in ${scopesOf}) as clients,
     (select count(*)::int from roles r where r.customer_id = :customerId and (r.api_id = :id
       or exists (select from role_permissions p where p.role_id = r.id and p.scope_id in ${scopesOf}))) as roles,
     (select count(*)::int from ${scopesOf} s) as scopes,
     (select count(*)::int from grants g where g.customer_id = :customerId and g.resources @> array[:identifier]::text[]
       and g.client_id in (select cs.client_id from client_scopes cs where cs.scope_id in ${scopesOf})) as grants`,
);

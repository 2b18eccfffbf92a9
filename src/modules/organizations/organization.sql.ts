import { sql } from '../../kernel/database.ts';
import type { Organization } from './organization.entity.ts';

/** An organization as every read returns it. */
export type OrganizationRow = Pick<Organization, 'id' | 'customerId' | 'name' | 'createdAt' | 'updatedAt'>;

const columns = 'o.id, o.customer_id as "customerId", o.name, o.created_at as "createdAt", o.updated_at as "updatedAt"';

/** $1 customer, $2 ids. */
export const organizationsById = sql<OrganizationRow>(
  'organizations.by-id',
  `select ${columns} from organizations o where o.customer_id = $1 and o.id = any($2::uuid[])`,
);

/** $1 customer, $2 behind this id, $3 rows, $4 pattern; oldest first. */
export const organizationPage = sql<OrganizationRow>(
  'organizations.page',
  `select ${columns} from organizations o
   where o.customer_id = $1 and o.id > $2 and lower(o.name) like $4 order by o.id limit $3`,
);

/** $1 customer, $2 pattern. */
export const organizationCount = sql<{ count: number }>(
  'organizations.count',
  'select count(*) from organizations o where o.customer_id = $1 and lower(o.name) like $2',
);

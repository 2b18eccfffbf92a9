import { sql } from '../../kernel/database.ts';

/** Many rows at once: those of the organizations that exist. They stay until the transaction ends. */
export const lockOrganizations = sql<{ id: string }, { customerId: string; ids: readonly string[] }>(
  'groups.lock-organizations',
  `select id from organizations where id = any(:ids::uuid[]) and customer_id is not distinct from :customerId
   order by id for key share`,
);

import { sql } from '../../ground/kernel/database.ts';

/** Hot path: a server that starts waits for it, before it loads the ORM. It writes only if the issuer has changed. */
export const ownApiNamed = sql<never, { id: string; issuer: string; now: Date }>(
  'apis.own-api-named',
  `update apis set identifier = :issuer, version = version + 1, updated_at = :now
   where id = :id and customer_id is null and identifier <> :issuer`,
);

import type { Pool } from 'pg';
import { StartFault } from '../kernel/start-fault.ts';

/** The first version that can clear one column of a composite foreign key (`on delete set null (…)`). */
const OLDEST_POSTGRES = 15;

/** A PostgreSQL, and why Guildhall cannot use it; null if it can. */
interface Suitability {
  readonly version: string;
  readonly fault: { readonly problem: string; readonly remedy: string } | null;
}

/** Whether this version works with the PostgreSQL. */
export async function suitability(pool: Pool): Promise<Suitability> {
  const { rows } = await pool.query<{ version: string; major: number; encoding: string; readOnly: boolean }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
       current_setting('server_encoding') as encoding, current_setting('transaction_read_only')::bool as "readOnly"`,
  );
  const { version, major, encoding, readOnly } = rows[0]!;
  const unsuitable = (problem: string, remedy: string): Suitability => ({ version, fault: { problem, remedy } });
  if (major < OLDEST_POSTGRES)
    return unsuitable(`This is PostgreSQL ${version}.`, `Use PostgreSQL ${OLDEST_POSTGRES} or newer.`);
  if (encoding !== 'UTF8')
    return unsuitable(`The database’s encoding is ${encoding}.`, 'Create it with encoding UTF8.');
  if (readOnly) return unsuitable('The database is read-only.', 'Point DATABASE_URL at the primary server.');
  return { version, fault: null };
}

/** Refuses a PostgreSQL that this version does not work with. */
export async function assertSuitable(pool: Pool): Promise<void> {
  const { fault } = await suitability(pool);
  if (fault) throw new StartFault('DATABASE_UNSUITABLE', `${fault.problem} ${fault.remedy}`);
}

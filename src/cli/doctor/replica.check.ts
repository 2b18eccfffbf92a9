import type { Pool } from 'pg';
import type { Config } from '../../ground/config/load.ts';
import { entities } from '../../modules.ts';
import { createLog } from '../../ground/kernel/log.ts';
import { openDatabase } from '../../ground/persistence/open.ts';
import { identityOf } from '../../ground/persistence/replica.ts';
import { describeFailure } from '../failure.ts';
import { ok, skipped, warning, wrong, type Finding } from './check.ts';

/** Whether lists can be read where DATABASE_READ_URL leads. */
export async function checkReplica(primary: Pool, { database: limits }: Config): Promise<Finding> {
  const { readUrl: url } = limits;
  if (url === undefined) return skipped('Lists are read where everything is: DATABASE_READ_URL is not set.');
  try {
    const replica = await openDatabase({ entities, url, poolSize: 1, log: createLog('silent'), limits, target: 'any' });
    try {
      return await compare(primary, replica.pool);
    } finally {
      await replica.close();
    }
  } catch (error) {
    const { message } = await describeFailure(error);
    return wrong(message, 'Check DATABASE_READ_URL and its server. Lists are read from the primary meanwhile.');
  }
}

async function compare(primary: Pool, replica: Pool): Promise<Finding> {
  if ((await identityOf(primary)) !== (await identityOf(replica)))
    return wrong(
      'DATABASE_READ_URL leads to another database.',
      'Point it at a streaming replica. Lists are read from the primary meanwhile.',
    );
  const { rows } = await replica.query<{ isReplica: boolean; seconds: number }>(
    `select pg_is_in_recovery() as "isReplica",
       coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::int as seconds`,
  );
  const { isReplica, seconds } = rows[0]!;
  if (!isReplica) return warning('DATABASE_READ_URL leads to no replica.', 'It saves the primary nothing.');
  return ok(`A replica, which has what was written ${seconds} s ago.`);
}

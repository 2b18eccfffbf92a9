import type { Client, Pool } from 'pg';
import { outageOf } from '../kernel/database.ts';
import { inTime, Overdue } from '../kernel/deadline.ts';
import { socketOf } from './connection.ts';

const LOCKS = `select exists (select from pg_stat_activity where usename = current_user and datname = current_database()
  and wait_event_type = 'Lock') as locked`;

/** Why the pool gives no answer, in a word for operators. Asks PostgreSQL on a connection of its own. */
export async function diagnose(pool: Pool, seconds: number): Promise<string> {
  // The class of the pool's connections knows the servers of the URL.
  const { Client: Connection } = pool as unknown as { Client: new (options: object) => Client };
  const client = new Connection(pool.options);
  client.on('error', () => {});
  try {
    return await inTime(ask(client), seconds);
  } catch (error) {
    // A server that cannot be reached does not even accept the connection.
    if (error instanceof Overdue) return socketOf(client).connecting ? 'unreachable' : 'silent';
    return outageOf(error) ?? 'unreachable';
  } finally {
    socketOf(client).destroy();
  }
}

async function ask(client: Client): Promise<string> {
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>(LOCKS);
  return rows[0]!.locked ? 'locked' : 'busy';
}

import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** How long PostgreSQL may keep us waiting, in seconds. */
export interface DatabaseLimits {
  /** For a connection, be it a new one or one that others hold. */
  readonly connectSeconds: number;
  readonly statementSeconds: number;
  readonly lockSeconds: number;
  readonly idleTransactionSeconds: number;
}

/** What the driver has of a connection and does not declare. */
interface Inside {
  readonly connection: { readonly stream: Socket };
  readonly processID: number;
  readonly _getActiveQuery: () => unknown;
}

const inside = (client: unknown): Inside => client as Inside;

// PostgreSQL's own limit comes first where PostgreSQL can be heard: the connection is then kept.
const GRACE_MS = 1_000;

/**
 * Sets a new connection's limits, before its first use; without limits, none holds, whatever the role's own are. And has it
 * plan no sequential scans: a plan stays until the next ANALYZE, and one that was made to read the whole of a small table
 * would go on to, however the table grows. Following an index costs no more than reading on, as in memory and on an SSD:
 * else the first page of a list that nobody has analysed yet would be all of the list, sorted. Nor is any plan worth compiling; PostgreSQL before 18 takes those that cannot do
 * otherwise for costly. Behind a pooler nothing is set: the setting might stay with a connection that others use next.
 */
export async function setUpConnection(client: PoolClient, limits: DatabaseLimits | null): Promise<void> {
  if (limits) breakWhenSilent(client, limits.statementSeconds * 1000 + GRACE_MS);
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
       set_config('idle_in_transaction_session_timeout', $3, false), set_config('enable_seqscan', 'off', false),
       set_config('jit', 'off', false), set_config('random_page_cost', '1', false)
     where pg_backend_pid() = $4`,
    [
      `${limits?.statementSeconds ?? 0}s`,
      `${limits?.lockSeconds ?? 0}s`,
      `${limits?.idleTransactionSeconds ?? 0}s`,
      inside(client).processID,
    ],
  );
}

/** Nothing was heard for too long where an answer was due. */
class Silence extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Whoever waits for an answer on a connection where nothing comes for so long gets an error, and the connection goes. */
function breakWhenSilent(client: PoolClient, ms: number): void {
  const { connection, _getActiveQuery: asked } = inside(client);
  // Not as the argument of `setTimeout`, which listens once: a connection that idles for so long is asked again later.
  connection.stream.setTimeout(ms).on('timeout', () => {
    if (!asked.call(client)) return;
    connection.stream.destroy(new Silence(`PostgreSQL has said nothing for ${ms / 1000} seconds`));
  });
}

/** Where a connection stands: `turn` when it was last taken from the pool or given back, and what it had read by then. */
interface Use {
  readonly idle: boolean;
  readonly turn: number;
  /** When it was last given back. */
  readonly heard: number;
  readonly bytes: number;
}

/**
 * When one connection has broken in use, those that idle may be as dead: the next to use them would wait as long. When it
 * broke because nothing was heard on it, so are those that somebody has taken since and that have said nothing either.
 */
export function dropDeadWithBroken(pool: Pool): void {
  const uses = new Map<PoolClient, Use>();
  let turn = 0;
  const note = (client: PoolClient, idle: boolean): void => {
    turn += 1;
    const heard = idle ? turn : (uses.get(client)?.heard ?? turn);
    uses.set(client, { idle, turn, heard, bytes: inside(client).connection.stream.bytesRead });
  };
  pool.on('acquire', (client) => note(client, false));
  pool.on('remove', (client) => void uses.delete(client));
  pool.on('release', (_error, client) => {
    const { errored } = inside(client).connection.stream;
    if (errored === null) return note(client, true);
    const asked = uses.get(client)?.turn ?? 0;
    uses.delete(client);
    for (const [other, { idle, heard, bytes }] of uses) {
      const { stream } = inside(other).connection;
      if (idle) stream.destroy();
      else if (errored instanceof Silence && heard < asked && stream.bytesRead === bytes) stream.destroy(errored);
    }
  });
}

/** PostgreSQL has no connection to spare. */
const TOO_MANY = '53300';
const PAUSE_MS = 100;
/** For how long the pool then makes do with the connections it has. */
const MODEST_MS = 5_000;

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/** While PostgreSQL refuses more connections, waits for those that the pool has, as it does when the pool itself is full. */
export function shareWhenRefused(pool: Pool, connectSeconds: number): void {
  const { max } = pool.options;
  const connect = pool.connect.bind(pool) as (callback: Callback) => void;
  let modest: NodeJS.Timeout | undefined;

  const beModest = (): void => {
    pool.options.max = Math.max(1, pool.totalCount);
    modest ??= setTimeout(() => {
      modest = undefined;
      pool.options.max = max;
    }, MODEST_MS).unref();
  };
  const attempt = (callback: Callback, late?: AbortSignal): void =>
    connect((error, client, done) => {
      if ((error as { code?: string } | undefined)?.code !== TOO_MANY || late?.aborted)
        return callback(error, client, done);
      beModest();
      const limit = late ?? AbortSignal.timeout(connectSeconds * 1000);
      setTimeout(() => attempt(callback, limit), PAUSE_MS);
    });
  const patient = (callback?: Callback): Promise<PoolClient> | undefined => {
    if (!callback)
      return new Promise((resolve, reject) => attempt((error, client) => (error ? reject(error) : resolve(client!))));
    attempt(callback);
    return undefined;
  };
  pool.connect = patient as typeof pool.connect;
}

const PROBE = 'guildhall.probe';

/**
 * Whether a statement prepared by name can be run again: on connections of our own it can, and behind a pooler that keeps
 * track of names, which gives them others. A pooler that does not may hand the next transaction another connection.
 */
export async function keepsStatements(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ kept: boolean }>({
      name: PROBE,
      text: `select pg_backend_pid() = $1
               or not exists (select from pg_prepared_statements where name = '${PROBE}') as kept`,
      values: [inside(client).processID],
    });
    return rows[0]!.kept;
  } catch (error) {
    // Somebody before us has left the name there.
    if ((error as { code?: string }).code === '42P05') return false;
    throw error;
  } finally {
    client.release();
  }
}

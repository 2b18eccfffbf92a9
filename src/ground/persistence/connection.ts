import type { Socket } from 'node:net';
import {
  Query,
  type Client,
  type ClientBase,
  type ClientConfig,
  type Connection,
  type Pool,
  type PoolClient,
} from 'pg';
import { stopwatch } from '../kernel/clock.ts';
import { goOnInSlice } from '../kernel/event-loop/long-work.ts';
import type { Hosts } from './hosts.ts';
import { oddRow, ProtocolViolation } from './named-query.ts';

/** How long to wait for PostgreSQL, in seconds. */
export interface DatabaseLimits {
  /** For a connection, new or from the pool. */
  readonly connectSeconds: number;
  readonly statementSeconds: number;
  readonly lockSeconds: number;
  readonly idleTransactionSeconds: number;
}

/** Properties of the driver’s connection that its types do not declare. */
interface Inside {
  readonly connection: Connection & { readonly stream: Socket };
  readonly processID: number;
  readonly _getActiveQuery: () => unknown;
}

/** Whether the connection sends a query at once, or waits for the answers to those before it. */
export function sendAhead(client: PoolClient, isAhead: boolean): void {
  (client as { pipeline: boolean }).pipeline = isAhead;
}

const inside = (client: unknown): Inside => client as Inside;

export const socketOf = (client: ClientBase): Socket => inside(client).connection.stream;

// PostgreSQL's own limit comes first if PostgreSQL can be reached, and the connection is then kept.
const GRACE_MS = 1_000;

/**
 * Configures a new connection before its first use.
 *
 * - Limits. Without them, none holds, whatever the role's own limits are.
 * - No plan reads a whole table. A plan stays until the next ANALYZE, so one that was made for a small table would go on
 *   reading all of it however much it grows.
 * - Following an index costs no more than reading on, as in memory and on an SSD. Otherwise the first page of a list that
 *   was never analyzed would be read by sorting the whole list.
 * - No plan is compiled (JIT), because plans without a choice look expensive to PostgreSQL before 18.
 * - A kept statement has one plan for all values. PostgreSQL would plan some anew each time, which takes longer than to run them.
 * - New entries of a search index wait in a short list, because every search reads all of it. In PostgreSQL's own 4 MB, the
 *   entries of some hundred users make a search ten times as long.
 * - No plan gets parallel workers: starting them takes longer than a request's query, and each would be a core that other
 *   requests need.
 *
 * Behind a pooler nothing is set, because the settings might stay with a connection that others use next.
 */
export async function setUpConnection(client: PoolClient, limits: DatabaseLimits | null): Promise<void> {
  refuseOddRows(client);
  readInSlices(client);
  if (limits) breakWhenSilent(client, limits.statementSeconds * 1000 + GRACE_MS);
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
       set_config('idle_in_transaction_session_timeout', $3, false), set_config('enable_seqscan', 'off', false),
       set_config('jit', 'off', false), set_config('random_page_cost', '1', false),
       set_config('max_parallel_workers_per_gather', '0', false), set_config('plan_cache_mode', 'force_generic_plan', false),
       set_config('gin_pending_list_limit', '256kB', false)
     where pg_backend_pid() = $4`,
    [
      `${limits?.statementSeconds ?? 0}s`,
      `${limits?.lockSeconds ?? 0}s`,
      `${limits?.idleTransactionSeconds ?? 0}s`,
      inside(client).processID,
    ],
  );
}

/** The driver's own query, as it reads rows. */
interface Reading {
  readonly _result: { readonly fields: readonly unknown[] };
  /** The driver then reads no more rows, and fails the query with this. */
  _canceledDueToError: Error | false;
}

/**
 * Closes a connection that sends the driver's own query a row without its description, or another query's, as a faulty pooler
 * does. The driver would read what fits. A `NamedQuery` looks by itself.
 */
function refuseOddRows(client: PoolClient): void {
  const { connection } = inside(client);
  connection.prependListener('dataRow', ({ fields }: { fields: readonly unknown[] }) => {
    const query = inside(client)._getActiveQuery();
    if (!(query instanceof Query)) return;
    const reading = query as unknown as Reading;
    if (reading._canceledDueToError || reading._result.fields.length === fields.length) return;
    reading._canceledDueToError = oddRow();
    connection.stream.destroy(reading._canceledDueToError);
  });
}

/** An answer of PostgreSQL is long from so many bytes on. */
const LONG_BYTES = 65_536;

/** Reads long answers in slices of the event loop: Node would hand over all that has come in one turn. */
function readInSlices(client: PoolClient): void {
  const { connection } = inside(client);
  const { stream } = connection;
  let bytes = 0;
  connection.on('readyForQuery', () => void (bytes = 0));
  // The driver listens before, and has read these.
  stream.on('data', ({ length }: Buffer) => {
    bytes += length;
    const turn = bytes < LONG_BYTES ? undefined : goOnInSlice();
    if (!turn) return;
    stream.pause();
    void turn.then(() => stream.resume());
  });
}

/** PostgreSQL sent nothing for too long while a query waited. */
class Silence extends Error {
  readonly code = 'ETIMEDOUT';
}

const LISTEN_MS = 500;

/** How often in a row a connection was looked at that had sent nothing, though a query waited. */
interface Listened {
  readonly most: number;
  bytes: number;
  times: number;
}

const listened = new Map<PoolClient, Listened>();
let listening: NodeJS.Timeout | undefined;

/** Closes a connection that sends nothing for so long while a query waits. The query gets an error. */
function breakWhenSilent(client: PoolClient, ms: number): void {
  // The first time is that of the question.
  listened.set(client, { most: ms / LISTEN_MS + 1, bytes: 0, times: 0 });
  inside(client).connection.stream.once('close', () => void listened.delete(client));
  listening ??= setInterval(listen, LISTEN_MS).unref();
}

/**
 * Looks at all connections. Between two times the event loop reads what has come. So a process that is held up looks less often,
 * and takes for silence only what it has listened to.
 */
function listen(): void {
  for (const [client, state] of listened) {
    const { connection, _getActiveQuery: asked } = inside(client);
    const { bytesRead } = connection.stream;
    state.times = asked.call(client) && bytesRead === state.bytes ? state.times + 1 : 0;
    state.bytes = bytesRead;
    if (state.times < state.most) continue;
    const seconds = ((state.most - 1) * LISTEN_MS) / 1000;
    connection.stream.destroy(new Silence(`PostgreSQL has said nothing for ${seconds} seconds`));
  }
}

/** The state of a connection: `turn` when it last left the pool or returned to it, and the bytes it had read by then. */
interface Use {
  readonly idle: boolean;
  readonly turn: number;
  /** When it last returned to the pool. */
  readonly heard: number;
  readonly bytes: number;
}

/**
 * Closes idle connections when one breaks in use, because they may be dead too, and the next query on them would wait as
 * long. If it broke because it was silent, also closes connections that were taken since and have been silent too.
 */
export function dropDeadConnections(pool: Pool): void {
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
    // It was alive, and so are the others.
    if (errored instanceof ProtocolViolation) return;
    for (const [other, { idle, heard, bytes }] of uses) {
      const { stream } = inside(other).connection;
      if (idle) {
        // The pool forgets it at once. Otherwise it could still hand it out before the socket has closed.
        other.emit('error', errored);
        stream.destroy();
      } else if (errored instanceof Silence && heard < asked && stream.bytesRead === bytes) stream.destroy(errored);
    }
  });
}

/** PostgreSQL has no connection to spare. */
const TOO_MANY = '53300';
const PAUSE_MS = 100;
/** For how long the pool then opens no more connections. */
const NO_GROWTH_MS = 5_000;

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

type Connect = (callback: Callback) => void;

/** Replaces how callers get a connection, whether they give a callback or wait for a promise. */
function wrapConnect(pool: Pool, wrap: (connect: Connect) => Connect): void {
  const connect = wrap(pool.connect.bind(pool) as Connect);
  const wrapped = (callback?: Callback): Promise<PoolClient> | undefined => {
    if (!callback)
      return new Promise((resolve, reject) => connect((error, client) => (error ? reject(error) : resolve(client!))));
    connect(callback);
    return undefined;
  };
  pool.connect = wrapped as typeof pool.connect;
}

/** Connects to the server that was right last, and then to the others. */
export function tryEveryHost(pool: Pool, hosts: Hosts): void {
  // The pool calls it with `new`, which gives what the function returns.
  const made = pool as unknown as { Client: (config: ClientConfig) => Client };
  made.Client = function connection(config) {
    return hosts.connection(config);
  };
  wrapConnect(pool, (connect) => {
    const attempt = (callback: Callback, left: number): void =>
      connect((error, client, done) => {
        if (error && left > 0 && hosts.mayMend(error)) return attempt(callback, left - 1);
        callback(error, client, done);
      });
    return (callback) => attempt(callback, hosts.count - 1);
  });
}

/** While PostgreSQL refuses more connections, waits for those of the pool, as if the pool were full. */
export function waitWhenRefused(pool: Pool, connectSeconds: number): void {
  const { max } = pool.options;
  let growingAgain: NodeJS.Timeout | undefined;

  const stopGrowing = (): void => {
    pool.options.max = Math.max(1, pool.totalCount);
    growingAgain ??= setTimeout(() => {
      growingAgain = undefined;
      pool.options.max = max;
    }, NO_GROWTH_MS).unref();
  };
  wrapConnect(pool, (connect) => {
    const attempt = (callback: Callback, late?: AbortSignal): void =>
      connect((error, client, done) => {
        if ((error as { code?: string } | undefined)?.code !== TOO_MANY || late?.aborted)
          return callback(error, client, done);
        stopGrowing();
        const limit = late ?? AbortSignal.timeout(connectSeconds * 1000);
        setTimeout(() => attempt(callback, limit), PAUSE_MS);
      });
    return (callback) => attempt(callback);
  });
}

/** Whether the connection leads to one session of PostgreSQL. A pooler tells an id of its own. */
export async function followsOneSession(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid === inside(client).processID;
}

/** Reports how long each caller waits for a connection of the pool. Call it after `waitWhenRefused`. */
export function timeWaits(pool: Pool, waited: (seconds: number) => void): void {
  wrapConnect(pool, (connect) => (callback) => {
    const passed = stopwatch();
    connect((...answer) => {
      waited(passed());
      callback(...answer);
    });
  });
}

const PROBE = 'guildhall.probe';

/**
 * Whether a statement that was prepared by name can be run again. It can on direct connections, and behind a pooler that
 * translates names. Behind another pooler, the next transaction may get a connection that does not know the name.
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
    // An earlier user of the connection has prepared the name.
    if ((error as { code?: string }).code === '42P05') return false;
    throw error;
  } finally {
    client.release();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { secondsAfter, type Clock } from '../kernel/clock.ts';
import { type Database, isCollision, isOutage } from '../kernel/database.ts';
import { inTime } from '../kernel/deadline.ts';
import type { Log } from '../kernel/log.ts';
import type { ReplicaReads } from '../kernel/replica.ts';
import type { OpenDatabase } from './open.ts';

/** How long to wait, and how often, until the replica has everything. */
const PAUSES_MS = [0, 1, 3, 6, 12, 25];
/** A replica that has not said by then whether it has everything is not asked for a while. */
const ANSWER_SECONDS = 0.5;
const REST_SECONDS = 5;
/** The same for one that lags. */
const LATE_SECONDS = 1;

/** How far a primary has written, and since when it has run, which tells it from a former one. */
interface Written {
  readonly position: string;
  readonly since: string;
}

const SINCE = 'extract(epoch from pg_postmaster_start_time())::text';
const WRITTEN = `select pg_current_wal_lsn()::text as position, ${SINCE} as since`;
// Either URL may lead to the same server. Another one that is no replica follows nobody, whatever it has.
const HAS_ALL = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn else ${SINCE} = $2 end as "hasAll"`;
const IDENTITY = `select system_identifier::text || ' ' || current_database() as identity from pg_control_system()`;

/** A streaming replica. A read on it finds all that was committed before the read began, wherever it was written. */
export class StreamingReplica implements ReplicaReads {
  private opened: Promise<OpenDatabase> | undefined;
  private asked: Promise<Written> | undefined;
  private restsUntil = new Date(0);
  private isAway = false;

  constructor(
    private readonly primary: Pool,
    private readonly open: () => Promise<OpenDatabase>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async read<Found>(work: (db: Database) => Promise<Found>): Promise<{ readonly found: Found } | null> {
    const client = await this.upToDate();
    if (!client) return null;
    let broken: unknown;
    try {
      const database = await this.connected();
      // On the connection that was asked: others may lead to another replica.
      return { found: await work(database.on(client)) };
    } catch (error) {
      if (isOutage(error)) this.rest((broken = error));
      // PostgreSQL cancels reads on a replica that are in the way of what it repeats, as a collision.
      else if (!isCollision(error)) throw error;
      return null;
    } finally {
      client.release(broken !== undefined);
    }
  }

  async close(): Promise<void> {
    const database = await this.opened?.catch(() => null);
    await database?.close();
  }

  /** A connection to a server that has all that was written before; null if there is none. */
  private async upToDate(): Promise<PoolClient | null> {
    if (this.clock.now() < this.restsUntil) return null;
    const written = await this.written();
    const late = new AbortController();
    try {
      const client = await inTime(this.connectionWith(written, late.signal), ANSWER_SECONDS);
      if (this.isAway) this.log.info('the replica answers again');
      this.isAway = false;
      return client;
    } catch (error) {
      late.abort();
      this.rest(error);
      return null;
    }
  }

  private async connectionWith({ position, since }: Written, late: AbortSignal): Promise<PoolClient | null> {
    const { pool } = await this.connected();
    const client = await pool.connect();
    let broken = true;
    let hasAll = false;
    try {
      for (let time = 0; time < PAUSES_MS.length && !hasAll; time += 1) {
        if (time > 0) await sleep(PAUSES_MS[time]);
        const { rows } = await client.query<{ hasAll: boolean }>(HAS_ALL, [position, since]);
        ({ hasAll } = rows[0]!);
      }
      broken = false;
    } finally {
      if (!hasAll || late.aborted) client.release(broken);
    }
    if (!hasAll) this.restsUntil = secondsAfter(this.clock.now(), LATE_SECONDS);
    return hasAll && !late.aborted ? client : null;
  }

  private rest(err: unknown): void {
    this.restsUntil = secondsAfter(this.clock.now(), REST_SECONDS);
    if (!this.isAway) this.log.warn({ err }, 'the replica does not answer, so lists are read from the primary');
    this.isAway = true;
  }

  /** How far the primary has written. Requests of one turn of the event loop share the answer, and none gets an older one. */
  private written(): Promise<Written> {
    return (this.asked ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.asked = undefined;
        this.primary.query<Written>(WRITTEN).then(({ rows }) => resolve(rows[0]!), reject);
      });
    }));
  }

  private connected(): Promise<OpenDatabase> {
    return (this.opened ??= this.connect().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    }));
  }

  /** Another database would answer with the data of others. */
  private async connect(): Promise<OpenDatabase> {
    const database = await this.open();
    try {
      const [one, other] = await Promise.all([identityOf(this.primary), identityOf(database.pool)]);
      if (one === other) return database;
    } catch (error) {
      await database.close();
      throw error;
    }
    await database.close();
    throw new Error('DATABASE_READ_URL does not lead to a replica of the database of DATABASE_URL');
  }
}

/** Tells one database from another; replicas have the identity of what they repeat. */
export async function identityOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ identity: string }>(IDENTITY);
  return rows[0]!.identity;
}

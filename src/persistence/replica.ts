import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { secondsAfter, type Clock } from '../kernel/clock.ts';
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

  async fork(): Promise<EntityManager | null> {
    if (this.clock.now() < this.restsUntil) return null;
    const written = await this.written();
    try {
      const em = await inTime(this.forkAt(written), ANSWER_SECONDS);
      if (this.isAway) this.log.info('the replica answers again');
      this.isAway = false;
      return em;
    } catch (error) {
      this.rest(error);
      return null;
    }
  }

  rest(err: unknown): void {
    this.restsUntil = secondsAfter(this.clock.now(), REST_SECONDS);
    if (!this.isAway) this.log.warn({ err }, 'the replica does not answer, so lists are read from the primary');
    this.isAway = true;
  }

  async close(): Promise<void> {
    const database = await this.opened?.catch(() => null);
    await database?.close();
  }

  private async forkAt({ position, since }: Written): Promise<EntityManager | null> {
    const { pool, orm } = await this.connected();
    for (const pause of PAUSES_MS) {
      if (pause > 0) await sleep(pause);
      const { rows } = await pool.query<{ hasAll: boolean }>(HAS_ALL, [position, since]);
      if (rows[0]!.hasAll) return orm.em.fork();
    }
    this.restsUntil = secondsAfter(this.clock.now(), LATE_SECONDS);
    return null;
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

async function identityOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ identity: string }>(IDENTITY);
  return rows[0]!.identity;
}

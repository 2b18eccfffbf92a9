import type { EntityManager } from '@mikro-orm/postgresql';
import { statement, type Database, type Transaction } from '../../ground/kernel/database.ts';
import { digest } from '../../ground/kernel/secret.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { GUESSES, type GuessName, type Rate } from './throttle-limit.ts';
import { ThrottleCounter } from './throttle-counter.entity.ts';
import { countTries, releaseCounters, triesSoFar } from './throttle.hot.sql.ts';

/** What is counted. */
interface Counted {
  readonly name: string;
  readonly what: string;
}

/** Something whose attempts are counted. */
export interface Counter extends Counted {
  readonly rate: Rate;
  /** How many attempts this one counts for; 1 if it is left out. */
  readonly weight?: number;
  /** The secret that is guessed, if it is one. */
  readonly of?: GuessedSecret;
}

/** A secret of an account. The account is a text that identifies it among all customers, whether it exists or not. */
export interface GuessedSecret {
  readonly name: GuessName;
  readonly account: string;
}

/** The count after an attempt. */
export interface Count {
  /** The number of this attempt in its window. Simultaneous attempts have different numbers. */
  readonly number: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/**
 * Until when guesses at accounts are refused, in any browser. An account without a row has no such browser: there were fewer
 * than `most` wrong guesses in it, and its gate is open. Moments are in milliseconds since 1970.
 */
const lockedAccounts = statement<
  { account: string; expire: number },
  { accounts: readonly string[]; most: number; now: number }
>(
  'read.locked-accounts',
  `select c.account, max(case when c.points >= :most then c.expire else g.expire end) as expire
   from throttle_counters c left join lateral (
     select * from throttle_counters where key = replace(c.key, '-account:', '-gate:') limit 1
   ) g on g.expire > :now
   where c.account = any(:accounts) and c.key like '%-account:%' and c.expire > :now
     and (c.points >= :most or g.key is not null)
   group by c.account`,
);

/** The shared counters: one atomic upsert for each attempt. Only a hash of what is counted is stored. */
export class Counters {
  constructor(private readonly runtime: Runtime) {}

  /** Counts one attempt on each counter, in one statement. */
  async count<Tried extends readonly Counter[]>(...tried: Tried): Promise<{ [Each in keyof Tried]: Count }> {
    return this.countIn(this.runtime.db, tried, false);
  }

  /** The same in a unit of work: it is counted if that is stored. The counters stay locked until then. */
  async countWith<Tried extends readonly Counter[]>(
    tx: Transaction,
    ...tried: Tried
  ): Promise<{ [Each in keyof Tried]: Count }> {
    return this.countIn(tx, tried, true);
  }

  /** Counts the first attempt of a counter that is locked, when the unit of work is stored. */
  begin(tx: Transaction, counter: Counted): void {
    tx.em.getReference(ThrottleCounter, keyOf(counter)).points = 1;
  }

  private async countIn<Tried extends readonly Counter[]>(
    db: Database,
    tried: Tried,
    isDurable: boolean,
  ): Promise<{ [Each in keyof Tried]: Count }> {
    const now = this.runtime.clock.now().getTime();
    const keys = tried.map(keyOf);
    const windows = tried.map(({ rate }) => rate.seconds * 1000);
    const weights = tried.map(({ weight = 1 }) => weight);
    const accounts = tried.map(({ of }) => (of ? accountKeyOf(of) : null));
    const rows = await db.rows(countTries, { keys, windows, weights, accounts, now, isDurable });
    const counts = new Map(rows.map(({ key, points, expire }) => [key, countOf(points, expire - now)]));
    return keys.map((key) => counts.get(key)!) as { [Each in keyof Tried]: Count };
  }

  /** How many attempts each counter has in its window so far. Reads, in one statement, and counts nothing. */
  async read(...counters: readonly Counted[]): Promise<number[]> {
    const { clock, db } = this.runtime;
    const now = clock.now().getTime();
    const rows = await Promise.all(counters.map((counter) => db.lookUp(triesSoFar, { key: keyOf(counter) })));
    return rows.map((row) => (row && row.expire > now ? row.points : 0));
  }

  /** Until when guesses at each of the secrets are refused in some browser; null if they are in none. Counts nothing. */
  async lockedUntil(secrets: readonly GuessedSecret[]): Promise<(Date | null)[]> {
    const { clock, db } = this.runtime;
    const keys = secrets.map(accountKeyOf);
    const values = { accounts: keys, most: GUESSES.most, now: clock.now().getTime() };
    const rows = await db.rows(lockedAccounts, values);
    const found = new Map(rows.map(({ account, expire }) => [account, new Date(expire)]));
    return keys.map((key) => found.get(key) ?? null);
  }

  /** Forgets the guesses at the secrets in all browsers. Whether there were any. */
  async forget(em: EntityManager, secrets: readonly GuessedSecret[]): Promise<boolean> {
    return (await em.nativeDelete(ThrottleCounter, { account: { $in: secrets.map(accountKeyOf) } })) > 0;
  }

  /** Forgets the attempts of some counters, and takes one attempt back from others. */
  async release({ forgotten = [], givenBack = [] }: Partial<Record<'forgotten' | 'givenBack', readonly Counted[]>>) {
    const keys = { forgotten: forgotten.map(keyOf), givenBack: givenBack.map(keyOf) };
    await this.runtime.db.rows(releaseCounters, keys);
  }
}

/** A counter's key in the table. */
const keyOf = ({ name, what }: Counted): string => `${name}:${digest(what).toString('base64url')}`;

/** What the counters of all guesses at a secret have in common. */
const accountKeyOf = ({ name, account }: GuessedSecret): string => keyOf({ name, what: account });

const countOf = (number: number, milliseconds: number): Count => ({
  number,
  resetSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
});

/**
 * Takes out of the database what has been dead for a week. Nothing depends on it: whether something is still good is
 * decided by the clock wherever it is used. Every node does it, in small batches that make way for each other and for
 * everybody else.
 */
import { secondsAfter } from './kernel/clock.ts';
import { sql, type Statement } from './kernel/database.ts';
import { Loop } from './jobs/loop.ts';
import type { Runtime } from './kernel/runtime.ts';

const EVERY_MS = 3_600_000;

/** Longer than any access token lives that came of what is taken out. */
const KEPT_SECONDS = 7 * 86_400;

const BATCH = 500;

/** What is over by its own `expires_at`, and has nothing below it. */
const expired = (name: string, table: string, key: string): Statement<{ swept: number }> =>
  sql(
    `clean-up.${name}`,
    `with dead as (
       select ${key} from ${table} where expires_at < $1 limit $2 for update skip locked
     ), gone as (
       delete from ${table} where (${key}) in (select ${key} from dead)
     )
     select count(*) as swept from dead`,
  );

// $1 the moment before which something must have ended, $2 rows. The tokens of a grant share one end, so a grant is over
// with any of them; a client that gets no refresh tokens has nothing but its code.
const sweeps: readonly Statement<{ swept: number }>[] = [
  sql(
    'clean-up.grants',
    `with dead as (
       select customer_id, grant_id from refresh_tokens where expires_at < $1
       order by expires_at limit $2 for update skip locked
     ), gone as (
       delete from grants g using dead where g.customer_id = dead.customer_id and g.id = dead.grant_id
     )
     select count(*) as swept from dead`,
  ),
  sql(
    'clean-up.codes',
    `with dead as (
       select code_hash, customer_id, grant_id from authorization_codes where expires_at < $1
       order by expires_at limit $2 for update skip locked
     ), gone as (
       delete from authorization_codes t using dead where t.code_hash = dead.code_hash
     ), without_tokens as (
       delete from grants g using dead where g.customer_id = dead.customer_id and g.id = dead.grant_id
         and not exists (
           select from refresh_tokens t where t.customer_id = dead.customer_id and t.grant_id = dead.grant_id
         )
     )
     select count(*) as swept from dead`,
  ),
  sql(
    'clean-up.sessions',
    `with dead as (
       select customer_id, id from sessions s where expires_at < $1
         and not exists (select from grants g where g.customer_id = s.customer_id and g.session_id = s.id)
       order by expires_at limit $2 for update skip locked
     ), gone as (
       delete from sessions s using dead where s.customer_id = dead.customer_id and s.id = dead.id
     )
     select count(*) as swept from dead`,
  ),
  expired('revoked-tokens', 'revoked_tokens', 'jti'),
  expired('pushed-requests', 'pushed_requests', 'reference_hash'),
  expired('used-assertions', 'used_assertions', 'customer_id, client_id, jti_hash'),
  expired('links', 'one_time_links', 'token_hash'),
  expired('second-factor-setups', 'totp_setups', 'customer_id, user_id'),
  sql(
    'clean-up.logout-deliveries',
    `with dead as (
       select id from logout_deliveries where created_at < $1 and (delivered_at is not null or failed_at is not null)
       limit $2 for update skip locked
     ), gone as (
       delete from logout_deliveries d using dead where d.id = dead.id
     )
     select count(*) as swept from dead`,
  ),
  sql(
    'clean-up.throttle-counters',
    `with dead as (
       select key from throttle_counters where expire < extract(epoch from $1::timestamptz) * 1000
       limit $2 for update skip locked
     ), gone as (
       delete from throttle_counters c using dead where c.key = dead.key
     )
     select count(*) as swept from dead`,
  ),
];

/** Takes everything out that has been dead for long enough. */
export async function cleanUp({ db, clock }: Runtime): Promise<void> {
  const before = secondsAfter(clock.now(), -KEPT_SECONDS);
  for (const sweep of sweeps) while ((await db.first(sweep, [before, BATCH]))!.swept === BATCH) continue;
}

/** Cleans up once an hour, until it is stopped. */
export function startCleanUp(runtime: Runtime): { stop(): Promise<void> } {
  const report = (error: unknown): void => runtime.log.error({ err: error }, 'the clean-up failed');
  return new Loop(() => cleanUp(runtime), EVERY_MS, report, 'later');
}

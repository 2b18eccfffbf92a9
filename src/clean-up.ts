/**
 * Takes out of the database what has been dead for a week. Nothing depends on it: whether something is still good is
 * decided by the clock wherever it is used. Every node does it, in small batches that make way for each other and for
 * everybody else.
 */
import { secondsAfter } from './kernel/clock.ts';
import { sql, type Statement } from './kernel/database.ts';
import { Loop } from './kernel/loop.ts';
import type { Runtime } from './kernel/runtime.ts';

const EVERY_MS = 3_600_000;

/** Longer than any access token lives that came of what is taken out. */
const KEPT_SECONDS = 7 * 86_400;

const BATCH = 500;

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
  sql(
    'clean-up.revoked-tokens',
    `with dead as (
       select jti from revoked_tokens where expires_at < $1 limit $2 for update skip locked
     ), gone as (
       delete from revoked_tokens t using dead where t.jti = dead.jti
     )
     select count(*) as swept from dead`,
  ),
  sql(
    'clean-up.pushed-requests',
    `with dead as (
       select reference_hash from pushed_requests where expires_at < $1 limit $2 for update skip locked
     ), gone as (
       delete from pushed_requests r using dead where r.reference_hash = dead.reference_hash
     )
     select count(*) as swept from dead`,
  ),
  sql(
    'clean-up.used-assertions',
    `with dead as (
       select customer_id, client_id, jti_hash from used_assertions where expires_at < $1
       limit $2 for update skip locked
     ), gone as (
       delete from used_assertions a using dead
       where a.customer_id = dead.customer_id and a.client_id = dead.client_id and a.jti_hash = dead.jti_hash
     )
     select count(*) as swept from dead`,
  ),
  sql(
    'clean-up.links',
    `with dead as (
       select token_hash from one_time_links where expires_at < $1 limit $2 for update skip locked
     ), gone as (
       delete from one_time_links l using dead where l.token_hash = dead.token_hash
     )
     select count(*) as swept from dead`,
  ),
  sql(
    'clean-up.second-factor-setups',
    `with dead as (
       select customer_id, user_id from totp_setups where expires_at < $1 limit $2 for update skip locked
     ), gone as (
       delete from totp_setups t using dead where t.customer_id = dead.customer_id and t.user_id = dead.user_id
     )
     select count(*) as swept from dead`,
  ),
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

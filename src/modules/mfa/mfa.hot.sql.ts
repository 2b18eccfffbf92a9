import { sql } from '../../ground/kernel/database.ts';
import { trailOf, type AuditRow } from '../audit/index.ts';

/** Whose factor is meant. */
interface OfUser {
  readonly customerId: string;
  readonly userId: string;
}

/** A setup whose secret was proved by a code. */
interface ProvedSetup extends OfUser {
  readonly sealedSecret: Buffer;
  /** The time step of the code. */
  readonly step: number;
  readonly now: Date;
  readonly sessionId: string;
  readonly event: AuditRow;
}

/** Redeems a setup. No row if the setup has changed, or if it may not replace the user's factor. */
export const enableFactor = sql<{ readonly user_id: string }, ProvedSetup>(
  'mfa.enable',
  `with proved as (
     delete from totp_setups
     where customer_id = :customerId and user_id = :userId and sealed_secret = :sealedSecret and expires_at > :now
     returning *
   ), enabled as (
     insert into totp_factors
       (customer_id, user_id, sealed_secret, last_step, enabled_at, enrolled_by_session_id)
     select customer_id, user_id, sealed_secret, :step, :now, :sessionId from proved
     on conflict (customer_id, user_id) do update set sealed_secret = excluded.sealed_secret,
       last_step = excluded.last_step, enabled_at = excluded.enabled_at,
       enrolled_by_session_id = excluded.enrolled_by_session_id
     where (select replaces_factor from proved)
     returning user_id
   ), codes as (
     insert into backup_code_sets (customer_id, user_id, hashes)
     select p.customer_id, p.user_id, p.backup_code_hashes from proved p where exists (select from enabled)
     on conflict (customer_id, user_id) do update set hashes = excluded.hashes
   ), trail as (${trailOf(':event', 'enabled')})
   select user_id from enabled`,
);

/** Redeems a code of the app (RFC 6238 §5.2). No row for a step that was used before. */
export const useStep = sql<
  { readonly user_id: string },
  OfUser & { readonly step: number; readonly sealedSecret: Buffer }
>(
  'mfa.use-step',
  `update totp_factors set last_step = :step
   where customer_id = :customerId and user_id = :userId and sealed_secret = :sealedSecret and last_step < :step
   returning user_id`,
);

/** Redeems a backup code, by all hashes that it can have. No row for a code that is unknown, or was used before. */
export const useBackupCode = sql<
  { readonly codesLeft: number },
  OfUser & { readonly hashes: readonly string[]; readonly event: AuditRow }
>(
  'mfa.use-backup-code',
  `with used as (
     update backup_code_sets b
     set hashes = array(select hash from unnest(b.hashes) hash where hash <> all(:hashes::text[]))
     where customer_id = :customerId and user_id = :userId and b.hashes && :hashes::text[]
     returning cardinality(b.hashes) as "codesLeft"
   ), trail as (${trailOf(':event', 'used')})
   select "codesLeft" from used`,
);

import { sql } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';

/**
 * Redeems a setup whose secret was proved. $1 customer, $2 user, $3 the sealed secret that was proved, $4 the step of its
 * code, $5 now, $6 audit row, $7 session. No row when the setup is another by now, or a factor is enrolled that it may not
 * replace.
 */
export const enableFactor = sql<{ readonly user_id: string }>(
  'mfa.enable',
  `with proved as (
     delete from totp_setups where customer_id = $1 and user_id = $2 and sealed_secret = $3 and expires_at > $5
     returning *
   ), enabled as (
     insert into totp_factors
       (customer_id, user_id, sealed_secret, last_step, backup_code_hashes, enabled_at, enrolled_by_session_id)
     select customer_id, user_id, sealed_secret, $4, backup_code_hashes, $5, $7 from proved
     on conflict (customer_id, user_id) do update set sealed_secret = excluded.sealed_secret,
       last_step = excluded.last_step, backup_code_hashes = excluded.backup_code_hashes, enabled_at = excluded.enabled_at,
       enrolled_by_session_id = excluded.enrolled_by_session_id
     where (select replaces_factor from proved)
     returning user_id
   ), trail as (${trailOf('$6', 'enabled')})
   select user_id from enabled`,
);

/**
 * Redeems a code of the app (RFC 6238 §5.2). $1 customer, $2 user, $3 the step, $4 the sealed secret it was found with. No row
 * for a step used before.
 */
export const useStep = sql<{ readonly codesLeft: number }>(
  'mfa.use-step',
  `update totp_factors set last_step = $3
   where customer_id = $1 and user_id = $2 and sealed_secret = $4 and last_step < $3
   returning cardinality(backup_code_hashes) as "codesLeft"`,
);

/**
 * Redeems a backup code. $1 customer, $2 user, $3 the hashes that the code can have, $4 audit row. No row for a code that is
 * none of them, or no more.
 */
export const useBackupCode = sql<{ readonly codesLeft: number }>(
  'mfa.use-backup-code',
  `with used as (
     update totp_factors
     set backup_code_hashes = array(select hash from unnest(backup_code_hashes) hash where hash <> all($3::text[]))
     where customer_id = $1 and user_id = $2 and backup_code_hashes && $3::text[]
     returning cardinality(backup_code_hashes) as "codesLeft"
   ), trail as (${trailOf('$4', 'used')})
   select "codesLeft" from used`,
);

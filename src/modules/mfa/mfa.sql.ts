import { byKey, sql } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';

/** Whom a factor belongs to, for the app's label and for mails. */
export interface Owner {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly customerName: string;
}

const ownerOf = (
  table: string,
): string => `select u.email, u.email_verified as "emailVerified", u.name, c.name as "customerName"
   from ${table} ${byKey('users', 'u', `${table}.user_id`)} ${byKey('customers', 'c', `${table}.customer_id`)}`;

/**
 * $1 customer, $2 user, $3 sealed secret, $4 hashes of the backup codes, $5 end, $6 whether it may take an enrolled
 * factor's place. Where it may not and there is one, nothing is begun and `enabled` says so.
 */
export const startSetup = sql<Owner & { readonly enabled: boolean }>(
  'mfa.start-setup',
  `with owner as (
     select u.customer_id, u.id as user_id, u.email, u.email_verified as "emailVerified", u.name, c.name as "customerName", exists (
       select from totp_factors f where f.customer_id = u.customer_id and f.user_id = u.id
     ) as enabled
     from users u ${byKey('customers', 'c', 'u.customer_id')} where u.id = $2 and u.customer_id is not distinct from $1
   ), started as (
     insert into totp_setups (customer_id, user_id, sealed_secret, backup_code_hashes, replaces_factor, expires_at)
     select customer_id, user_id, $3, $4, $6, $5 from owner where $6 or not enabled
     on conflict (customer_id, user_id) do update set sealed_secret = excluded.sealed_secret,
       backup_code_hashes = excluded.backup_code_hashes, replaces_factor = excluded.replaces_factor,
       expires_at = excluded.expires_at
   )
   select email, "emailVerified", name, "customerName", enabled from owner`,
);

/** $1 customer, $2 user, $3 now. */
export const openSetup = sql<{ readonly sealedSecret: Buffer }>(
  'mfa.open-setup',
  `select sealed_secret as "sealedSecret" from totp_setups where customer_id = $1 and user_id = $2 and expires_at > $3`,
);

/**
 * $1 customer, $2 user, $3 the sealed secret that was proved, $4 the step of its code, $5 now, $6 audit row, $7
 * session. No row when the setup is another by now, or a factor is enrolled that it may not replace.
 */
export const enableFactor = sql<Owner>(
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
     returning customer_id, user_id
   ), trail as (${trailOf('$6', 'enabled')})
   ${ownerOf('enabled')}`,
);

/** An enrolled factor, and whose it is. */
export interface FactorRow extends Owner {
  readonly passwordChangedAt: Date | null;
  readonly sealedSecret: Buffer;
  readonly backupCodesLeft: number;
  /** Under which codes may have been hashed before SECRET_KEY was replaced, sealed. */
  readonly backupCodeKeys: Buffer[];
}

/** $1 customer, $2 user. */
export const factorOf = sql<FactorRow>(
  'mfa.factor',
  `select f.sealed_secret as "sealedSecret", cardinality(f.backup_code_hashes) as "backupCodesLeft",
     array(select sealed_key from backup_code_keys) as "backupCodeKeys",
     u.password_changed_at as "passwordChangedAt", u.email, u.email_verified as "emailVerified", u.name,
     c.name as "customerName"
   from totp_factors f ${byKey('users', 'u', 'f.user_id')} ${byKey('customers', 'c', 'f.customer_id')}
   where f.customer_id = $1 and f.user_id = $2`,
);

/** $1 customer, $2 user, $3 the step, $4 the sealed secret it was found with. RFC 6238 §5.2: no row for a step used before. */
export const useStep = sql<{ readonly codesLeft: number }>(
  'mfa.use-step',
  `update totp_factors set last_step = $3
   where customer_id = $1 and user_id = $2 and sealed_secret = $4 and last_step < $3
   returning cardinality(backup_code_hashes) as "codesLeft"`,
);

/** $1 customer, $2 user, $3 the hashes that the code can have, $4 audit row. No row for a code that is none of them, or no more. */
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

/** $1 customer, $2 user, $3 hashes, $4 audit row. */
export const replaceBackupCodes = sql<Owner>(
  'mfa.replace-backup-codes',
  `with replaced as (
     update totp_factors set backup_code_hashes = $3 where customer_id = $1 and user_id = $2
     returning customer_id, user_id
   ), trail as (${trailOf('$4', 'replaced')})
   ${ownerOf('replaced')}`,
);

/** $1 customer, $2 user, $3 audit row. What was being set up goes along. */
export const removeFactor = sql<Owner>(
  'mfa.remove',
  `with gone as (
     delete from totp_factors where customer_id = $1 and user_id = $2 returning customer_id, user_id
   ), unfinished as (
     delete from totp_setups where customer_id = $1 and user_id = $2
   ), trail as (${trailOf('$3', 'gone')})
   ${ownerOf('gone')}`,
);

/** $1 customer, $2 user, $3 session, $4 since. A row where this session has enrolled the second factor since then. */
export const enrolledBy = sql<{ user_id: string }>(
  'mfa.enrolled-by',
  `select user_id from totp_factors
   where customer_id = $1 and user_id = $2 and enrolled_by_session_id = $3 and enabled_at > $4`,
);

import { fragment } from '../../ground/kernel/database.ts';

/** What a session's `amr` has if a remembered device stood for the second factor. RFC 8176 has no name for it. */
export const REMEMBERED_DEVICE = 'remembered_device';

/** The most browsers that are remembered for one user. The one unused for longest is forgotten. */
export const REMEMBERED_MAX = 20;

/** The parameters of the parts below. All are null for a login that neither uses a remembered device nor makes one. */
export interface RememberedParts {
  /** Hash of the secret that the browser's cookie has. */
  readonly presentedHash: Buffer | null;
  /** Hash of the browser's next secret. */
  readonly deviceHash: Buffer | null;
  /** The id of the device that this login's second factor makes a remembered one. */
  readonly deviceId: string | null;
  readonly browser: string | null;
  readonly system: string | null;
}

/** Selects the id of the cookie's device if it still stands for the second factor of the user who signs in. */
const standing = `select d.id from (select * from remembered_devices where secret_hash = :presentedHash limit 1) d
       where :deviceId::uuid is null and d.user_id = :userId and d.customer_id = :customerId and d.expires_at > :now
         and d.browser is not distinct from :browser and d.system is not distinct from :system
         and exists (
           select from customers where id = d.customer_id
             and d.created_at > :now::timestamptz - make_interval(days => remember_device_days)
         )`;

/** Whether the browser's cookie stands for the second factor, if it has one. */
export const isRemembered = `exists (${standing})`;

/**
 * For a WITH, after the CTE `seen` with the user's id: `rotated` redeems the cookie by giving it another secret, so of two
 * logins with the same one, one passes. `remembered` stores a new device.
 */
export const rememberedParts = fragment(
  'sessions.remembered-parts',
  `rotated as (
     update remembered_devices d set secret_hash = :deviceHash, last_used_at = :now, ip = :ip
     from seen where d.secret_hash = :presentedHash and d.id is not distinct from (${standing})
     returning d.id
   ), outlived as (
     delete from remembered_devices d
     where d.user_id is not distinct from :userId and d.customer_id is not distinct from :customerId
       and d.secret_hash = any(array(
         select secret_hash from (
           select :presentedHash::bytea as secret_hash
           union all (
             select o.secret_hash from remembered_devices o where o.user_id = :userId
             order by o.last_used_at desc, o.id desc offset ${REMEMBERED_MAX - 1})
         ) o where :deviceId::uuid is not null and exists (select from seen)))
   ), remembered as (
     insert into remembered_devices
       (customer_id, id, user_id, secret_hash, browser, system, ip, created_at, last_used_at, expires_at)
     select c.id, :deviceId, seen.id, :deviceHash, :browser, :system, :ip, :now, :now,
       :now::timestamptz + make_interval(days => c.remember_device_days)
     from seen cross join lateral (select * from customers where id = :customerId limit 1) c
     where :deviceId::uuid is not null and c.remember_device_days > 0
   )`,
);

import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

const uuid = (what: string): string =>
  createHash('md5')
    .update(what)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** So many users of a customer, the youngest, differ from the others in everything that lists are filtered by. */
export const FEW = 10;

/** How many attributes each user has. */
const ATTRIBUTES = 2;

/** Two customers: in the first one few users are inactive, administrators and so on, in the second one few are not. */
export const FIRST = uuid('list 1');
export const SECOND = uuid('list 2');

const userId = (n: number): string => `00000000-0001-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** A filter that few users of a customer meet. */
export interface Case {
  readonly where: object;
  /** The customer; the first one by default. */
  readonly customer?: string;
  /** Whether no index finds them. */
  readonly onlyChecks?: boolean;
  /** How many users meet it; `FEW` by default. */
  readonly found?: number;
  /** How many rows of another table are read to check one user; one by default. */
  readonly perRow?: number;
}

/** A filter for every property, where a customer has so many users. */
export function userCases(size: number): readonly Case[] {
  const late = new Date('2025-01-01T00:00:00Z');
  late.setUTCSeconds(size - FEW);
  const few = (make: (n: number) => string): string[] => Array.from({ length: FEW }, (_, n) => make(size - n));
  return [
    { where: { id: { in: few(userId) } } },
    { where: { email: { in: few((n) => `FEW-${n}@list.example`) } } },
    { where: { email: { startsWith: 'few-' } } },
    { where: { email: { contains: 'few-' } } },
    { where: { username: { startsWith: 'few' } } },
    { where: { username: { isNull: false } } },
    { where: { name: { startsWith: 'few ' } } },
    { where: { name: { contains: 'Few' } } },
    { where: { search: 'few' } },
    { where: { or: [{ name: { contains: 'Few' } }, { email: { contains: 'few' } }] } },
    { where: { emailVerified: false } },
    { where: { emailVerified: true }, customer: SECOND },
    { where: { not: { emailVerified: false } }, customer: SECOND },
    { where: { isActive: false } },
    { where: { isActive: true }, customer: SECOND },
    { where: { role: { eq: 'admin' } } },
    { where: { role: { in: ['member'] } }, customer: SECOND },
    { where: { administration: { eq: 'auditor' } } },
    { where: { mfa: { enrolled: true } } },
    { where: { mfa: { enrolled: false } }, customer: SECOND },
    { where: { organizationId: { eq: uuid('organization 1') } } },
    { where: { organizationId: { isNull: true } }, customer: SECOND },
    { where: { organization: { name: { eq: 'few' } } } },
    { where: { lastLoginAt: { isNull: true } } },
    { where: { lastLoginAt: { gt: late } }, customer: SECOND },
    { where: { createdAt: { gt: late } } },
    { where: { updatedAt: { gte: new Date(late.getTime() + 1), lt: new Date('2100-01-01') } } },
    { where: { groups: { some: { id: { eq: uuid('group 1') } } } } },
    { where: { groups: { some: { name: { eq: 'FEW' } } } } },
    { where: { attributes: [{ name: 'site', startsWith: 'few-' }] }, perRow: ATTRIBUTES },
    { where: { attributes: [{ name: 'site', in: few((n) => `few-${n}`) }] }, perRow: ATTRIBUTES },
    { where: { attributes: [{ name: 'level', gte: 1_000_000, lt: 2_000_000 }] }, perRow: ATTRIBUTES },
    {
      where: {
        attributes: [
          { name: 'level', gte: 1 },
          { name: 'site', startsWith: 'few-' },
        ],
      },
      perRow: ATTRIBUTES,
    },
    {
      where: {
        isActive: false,
        role: { eq: 'admin' },
        familyName: { eq: 'few' },
        groups: { none: { name: { eq: 'x' } } },
      },
    },
    { where: { givenName: { eq: 'Few' } }, onlyChecks: true },
    { where: { familyName: { startsWith: 'Few' } }, onlyChecks: true },
    { where: { phoneNumber: { isNull: false } }, onlyChecks: true },
    { where: { groups: { some: {} } }, onlyChecks: true },
    { where: { not: { attributes: [{ name: 'site', startsWith: 'many-' }] } }, onlyChecks: true },
    {
      where: { emailVerified: true, isActive: true, not: { name: { startsWith: 'many' } } },
      onlyChecks: true,
      found: 0,
    },
  ];
}

/** Makes customers of so many users. */
export async function seedLists(
  pool: Pool,
  size: number,
  { customers = [1, 2] }: { readonly customers?: readonly number[] } = {},
): Promise<void> {
  const few = `n > ${size - FEW}`;
  await pool.query('set session_replication_role = replica');
  for (const c of customers) {
    const odd = c === 1 ? few : `not (${few})`;
    const customer = `md5('list ${c}')::uuid`;
    for (const text of [
      `customers (id, name, created_at, updated_at) values (${customer}, 'list ${c}', now(), now())`,
      `organizations (id, customer_id, name, created_at, updated_at)
       values (md5('organization ${c}')::uuid, ${customer}, 'Few', now(), now())`,
      `groups (id, customer_id, name, created_at, updated_at)
       values (md5('group ${c}')::uuid, ${customer}, 'Few', now(), now())`,
      `users (id, customer_id, email, email_key, username, name, given_name, family_name, phone_number, email_verified, role,
         administration, is_active, mfa_enrolled, organization_id, last_login, created_at, updated_at)
       select ('00000000-000${c}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${customer}, which || '-' || n || '@list.example',
         which || '-' || n || '@list.example', case when ${few} then which || n end, which || ' ' || md5(n::text), which, which,
         case when ${few} then '+1' end, not (${odd}), case when ${odd} then 'admin' else 'member' end,
         case when ${few} then 'auditor' end, not (${odd}), ${odd},
         case when ${odd} then md5('organization ${c}')::uuid end, case when not (${odd}) then made end, made, made
       from generate_series(1, ${size}) n
       cross join lateral (
         select case when ${few} then 'few' else 'many' end, timestamptz '2025-01-01 00:00:00Z' + n * interval '1 second'
       ) a (which, made)`,
      `attribute_definitions (id, customer_id, subject, name, type, constraints, visible_to, editable_by, is_searchable,
         created_at, updated_at)
       select md5(name || ' ${c}')::uuid, ${customer}, 'user', name, type, '{}', 'administrators', 'administrators', true,
         now(), now() from (values ('site', 'string'), ('level', 'integer')) a (name, type)`,
      `attribute_values (customer_id, definition_id, user_id, value, number, is_unique)
       select ${customer}, md5(d.name || ' ${c}')::uuid, u.id, case d.name when 'site' then u.given_name || '-' || n else n end,
         case d.name when 'level' then case u.given_name when 'few' then 1000000 else n::integer end end, false
       from users u cross join lateral (select split_part(split_part(u.email, '-', 2), '@', 1)) a (n)
       cross join (values ('site'), ('level')) d (name) where u.customer_id = ${customer}`,
      `memberships (group_id, user_id, customer_id, joined_at)
       select md5('group ${c}')::uuid, id, customer_id, now() from users where customer_id = ${customer} and username is not null`,
    ])
      await pool.query(`insert into ${text} on conflict do nothing`);
  }
  // What triggers keep.
  await pool.query(`
    update customers c set user_count = counted.users, verified_user_count = counted.verified
    from (
      select customer_id, count(*) as users, count(*) filter (where email_verified) as verified from users group by customer_id
    ) counted where counted.customer_id = c.id`);
  await pool.query('set session_replication_role = default');
}

import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

const uuid = (what: string): string =>
  createHash('md5')
    .update(what)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The customer that has the rows. */
export const CUSTOMER = uuid('list 1');

/** So many rows of each list, the youngest, differ from the others in everything that the list is filtered by. */
export const FEW = 10;
/** How many rows each list has: more than are read in the order of the list before an index is asked. */
export const SIZE = 4_000;

/** A filter that few rows of a list meet. */
export interface Case {
  readonly where: object;
  /** Whether no index finds them. */
  readonly onlyChecks?: boolean;
  /** How many rows meet it; `FEW` by default. */
  readonly found?: number;
}

const FIRST_LATE = Date.parse('2030-01-01T00:00:00Z');
const LATE = new Date(FIRST_LATE - 1);
// The ids of the few are later, too: those of events are their moments.
const idOf = (n: number): string => {
  const time = (n > SIZE - FEW ? FIRST_LATE : 1).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
};
const IDS = Array.from({ length: FEW }, (_, n) => idOf(SIZE - n));
const late = (...names: readonly string[]): Case[] => names.map((name) => ({ where: { [name]: { gte: LATE } } }));
const texts = (name: string): Case[] => [
  { where: { [name]: { in: Array.from({ length: FEW }, (_, n) => `Few ${SIZE - n}`) } } },
  { where: { [name]: { startsWith: 'few' } } },
];
const searched = (name: string): Case[] => [...texts(name), { where: { [name]: { contains: 'FEW' } } }];
const ofUser: readonly Case[] = [
  { where: { userId: { in: IDS } } },
  { where: { user: { email: { startsWith: 'few' } } } },
];
const checks = (...wheres: readonly object[]): Case[] => wheres.map((where) => ({ where, onlyChecks: true }));

/** Filters of each list but that of users, by its name in the schema. Each property is in one of them. */
export const CASES: Readonly<Record<string, readonly Case[]>> = {
  groups: [
    { where: { id: { in: IDS } } },
    ...searched('name'),
    { where: { description: { contains: 'few' } } },
    ...checks({ description: { startsWith: 'few' } }, { memberCount: { gt: 0 } }),
    { where: { organizationId: { eq: idOf(SIZE) } } },
    { where: { organization: { name: { eq: `few ${SIZE}` } } } },
    { where: { members: { some: { email: { eq: `few ${SIZE}` } } } } },
    ...late('createdAt', 'updatedAt'),
  ],
  clients: [
    { where: { id: { in: IDS } } },
    ...searched('name'),
    { where: { ownerId: { eq: idOf(SIZE) } } },
    { where: { owner: { email: { eq: `few ${SIZE}` } } } },
    ...late('createdAt', 'updatedAt', 'rotatedAt'),
    { where: { rotatedAt: { isNull: false } } },
    ...checks({ type: { eq: 'public' } }, { grantTypes: { has: 'refresh_token' } }, { scopes: { has: 'email' } }),
    ...checks({ previousSecretExpiresAt: { gte: LATE } }, { source: { eq: 'registered' } }),
  ],
  organizations: [{ where: { id: { in: IDS } } }, ...searched('name'), ...late('createdAt', 'updatedAt')],
  apis: [
    { where: { id: { in: IDS } } },
    ...texts('name'),
    ...late('createdAt', 'updatedAt'),
    // The index of the customer, who has no more than a thousand, may find what has a part in it.
    ...checks(...['name', 'identifier', 'description'].map((each) => ({ [each]: { contains: 'FEW' } }))),
    ...checks({ requiresRole: false }, { isFirstParty: true, name: { startsWith: 'few' } }),
  ],
  invitations: [
    { where: { id: { in: IDS } } },
    { where: { state: { eq: 'pending' } } },
    { where: { state: { in: ['pending', 'revoked'] } } },
    { where: { not: { state: { in: ['accepted', 'revoked', 'expired'] } } } },
    ...ofUser,
    ...texts('email'),
    { where: { inviterId: { eq: idOf(SIZE) } } },
    ...late('createdAt', 'sentAt', 'expiresAt'),
    { where: { acceptedAt: { isNull: true } } },
    { where: { revokedAt: { gte: LATE } }, found: 0 },
  ],
  mails: [
    { where: { id: { in: IDS } } },
    { where: { kind: { eq: 'invitation' } } },
    { where: { state: { eq: 'dead' } } },
    ...ofUser,
    ...texts('to'),
    ...late('createdAt', 'failedAt'),
    { where: { sentAt: { isNull: true } } },
    ...checks({ attempts: { gt: 5 } }),
  ],
  logoutDeliveries: [
    { where: { id: { in: IDS } } },
    { where: { state: { eq: 'dead' } } },
    { where: { clientId: { eq: idOf(SIZE) } } },
    { where: { client: { name: { eq: `few ${SIZE}` } } } },
    ...ofUser,
    { where: { sessionId: { eq: idOf(SIZE) } } },
    ...late('createdAt', 'failedAt'),
    { where: { deliveredAt: { isNull: true } } },
    ...checks({ attempts: { gt: 5 } }),
  ],
  auditEvents: [
    { where: { id: { in: IDS } } },
    ...late('occurredAt'),
    { where: { action: { eq: 'few' } } },
    { where: { action: { in: ['few', 'fewer'] } } },
    { where: { action: { startsWith: 'fe' } } },
    { where: { actorId: { eq: idOf(SIZE) } } },
    { where: { impersonatorId: { eq: idOf(SIZE) } } },
    { where: { clientId: { eq: idOf(SIZE) } } },
    { where: { subjectId: { eq: idOf(SIZE) } } },
    { where: { ipAddress: { startsWith: '10.' } } },
    { where: { requestId: { eq: idOf(SIZE) } } },
    { where: { foldId: { eq: idOf(SIZE) } } },
    { where: { search: `few ${SIZE}` } },
    ...checks({ actorType: { eq: 'client' } }, { subjectType: { eq: 'few' } }),
  ],
};

/** The columns of each table, and what they are in the few rows and in the others. `n` is the number of a row. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  organizations: ['name = which'],
  apis: [
    'name = which',
    'identifier = which',
    'description = which',
    'requires_role = few is null',
    'is_first_party = few is not null',
  ],
  roles: ["kind = 'customer'", 'name = which'],
  users: ['email = which', 'email_key = lower(which)', 'name = which', "role = 'member'", 'is_active = true'],
  groups: [
    'name = which',
    'description = which',
    'organization_id = few',
    'member_count = case when few is null then 0 else 1 end',
  ],
  clients: [
    'name = which',
    'owner_id = few',
    'rotated_at = late',
    'previous_secret_expires_at = late',
    "source = case when few is null then 'created' else 'registered' end",
    "type = case when few is null then 'confidential' else 'public' end",
    "grant_types = case when few is null then '{}'::text[] else '{refresh_token}' end",
    "scopes = case when few is null then '{}'::text[] else '{email}' end",
    "token_endpoint_auth_method = 'none'",
  ],
  invitations: [
    'user_id = id',
    'email = which',
    "inviter_type = 'user'",
    'inviter_id = few',
    'sent_at = made',
    'expires_at = made',
    'accepted_at = early',
  ],
  outbox_mails: [
    "kind = case when few is null then 'security_notice' else 'invitation' end",
    'recipient = which',
    "subject = ''",
    'attempts = case when few is null then 1 else 9 end',
    'next_attempt_at = made',
    'sent_at = early',
    'failed_at = late',
    'user_id = id',
  ],
  logout_deliveries: [
    "client_id = coalesce(few::text, 'many')",
    'user_id = id',
    'session_id = coalesce(few, id)',
    'attempts = case when few is null then 1 else 9 end',
    'delivered_at = early',
    'failed_at = late',
  ],
  audit_events: [
    'occurred_at = made',
    "action = case when few is null then 'many' else 'few' end",
    "actor_type = case when few is null then 'user' else 'client' end",
    "actor_id = coalesce(few::text, 'many')",
    'client_id = few',
    'impersonator_id = few',
    "subject_type = case when few is null then 'many' else 'few' end",
    "subject_id = coalesce(few::text, 'many')",
    "ip = case when few is null then '9.9.9.9' else '10.0.0.1' end",
    "request_id = coalesce(few::text, 'many')",
    'fold_id = few',
  ],
};

/** Makes a customer with so many rows of each. */
export async function seedOtherLists(pool: Pool): Promise<void> {
  await pool.query('set session_replication_role = replica');
  await pool.query(
    `insert into customers (id, name, created_at, updated_at) values ('${CUSTOMER}', 'list', now(), now())`,
  );
  for (const [table, columns] of Object.entries(TABLES)) {
    const dated = table === 'audit_events' ? [] : ['created_at = made'];
    const changed = ['organizations', 'apis', 'roles', 'users', 'groups', 'clients'].includes(table)
      ? ['updated_at = made']
      : [];
    const pairs = [...columns, ...dated, ...changed].map((column) => column.split(/ = (.*)/s));
    await pool.query(`
      insert into ${table} (id, customer_id, ${pairs.map(([name]) => name).join()})
      select ${table === 'clients' ? 'id::text' : 'id'}, '${CUSTOMER}', ${pairs.map(([, value]) => value).join()}
      from generate_series(1, ${SIZE}) n cross join lateral (
        select (case when n > ${SIZE - FEW} then '${idOf(SIZE).slice(0, 24)}' else '${idOf(1).slice(0, 24)}' end
            || lpad(to_hex(n), 12, '0'))::uuid as id,
          case when n > ${SIZE - FEW} then 'Few ' else 'Many ' end || n as which,
          case when n > ${SIZE - FEW} then '${idOf(SIZE)}'::uuid end as few,
          case when n > ${SIZE - FEW} then timestamptz '2030-01-01Z' else timestamptz '2025-01-01Z' end
            + n * interval '1 second' as made
      ) a cross join lateral (
        select case when few is null then made end as early, case when few is not null then made end as late
      ) b`);
  }
  await pool.query(`
    insert into memberships (group_id, user_id, customer_id, joined_at)
    select g.id, '${idOf(SIZE)}', g.customer_id, now() from groups g where g.member_count = 1`);
  await pool.query(
    `insert into kept_names (customer_id, object_id, until, name)
     select '${CUSTOMER}', n::text, now(), 'Former ' || n from generate_series(1, ${SIZE}) n`,
  );
  await pool.query('set session_replication_role = default');
}

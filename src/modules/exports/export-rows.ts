import { raw, type EntityClass } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { propertiesOf } from '../../kernel/entity.ts';
import { NIL_ID } from '../../kernel/pagination.ts';
import type { AttributeSubject } from '../attributes/index.ts';
import { AuditEvent } from '../audit/index.ts';
import { Client } from '../clients/index.ts';
import { Group, Membership } from '../groups/index.ts';
import { Organization } from '../organizations/index.ts';
import { User } from '../users/index.ts';
import type { ExportKind } from './export-link.entity.ts';

/** How many rows are in memory at a time. */
const BATCH = 1_000;

/** A row of a file, by the names of properties. */
export type ExportRow = Readonly<Record<string, unknown>>;
interface Identified {
  readonly id: string;
  readonly customerId: string;
}

/** What an export reads: its columns, and its rows in batches. A new connection is used for each batch. */
interface Source {
  readonly columns: readonly string[];
  /** What the customer's attributes of them are of. They become columns, too. */
  readonly subject?: AttributeSubject;
  readonly rows: (ctx: RequestContext, customerId: string) => AsyncGenerator<readonly ExportRow[]>;
}

/** Batches of rows that `read` finds behind a key, in the order of their keys. */
async function* inBatches<Row>(
  first: string,
  keyOf: (row: Row) => string,
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after = first;
  for (;;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = keyOf(rows.at(-1)!);
  }
}

/** Rows of an entity of the customer in the order of their ids, oldest first. Lazy columns, such as hashes, are not read. */
const batches = <Entity extends Identified>(
  { runtime }: RequestContext,
  entity: EntityClass<Entity>,
  customerId: string,
  also: readonly 'attributes'[] = [],
): AsyncGenerator<Entity[]> =>
  inBatches(
    entity === (Client as unknown) ? '' : NIL_ID,
    ({ id }) => id,
    (after) =>
      runtime
        .fork()
        .createQueryBuilder(entity, 'e')
        .select([...propertiesOf(entity), ...also] as never)
        .where({ customerId, id: { $gt: after } } as never)
        .orderBy({ id: 'asc' } as never)
        .limit(BATCH)
        .execute<Entity[]>('all'),
  );

/** The values of one property of other rows, by their ids. */
async function valuesOf<Entity extends Identified, Key extends keyof Entity>(
  { runtime }: RequestContext,
  entity: EntityClass<Entity>,
  customerId: string,
  ids: readonly (string | null | undefined)[],
  property: Key,
): Promise<ReadonlyMap<string, Entity[Key]>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))];
  if (wanted.length === 0) return new Map();
  const rows = await runtime
    .fork()
    .createQueryBuilder(entity, 'e')
    .select(['id', property] as never)
    .where({ id: { $in: wanted }, [raw('e.customer_id is not distinct from ?', [customerId])]: [] } as never)
    .execute<Entity[]>('all');
  return new Map(rows.map((row) => [row.id, row[property]]));
}

const ofEntity = <Entity extends Identified>(
  entity: EntityClass<Entity>,
  columns: readonly (keyof Entity & string)[],
  subject?: AttributeSubject,
): Source => ({
  columns,
  ...(subject && { subject }),
  rows: (ctx, customerId) =>
    batches(ctx, entity, customerId, subject ? ['attributes'] : []) as AsyncGenerator<readonly ExportRow[]>,
});

async function* users(ctx: RequestContext, customerId: string): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of batches(ctx, User, customerId, ['attributes'])) {
    const ids = rows.map(({ organizationId }) => organizationId);
    const names = await valuesOf(ctx, Organization, customerId, ids, 'name');
    yield rows.map((row) => ({ ...row, organization: names.get(row.organizationId ?? '') ?? null }));
  }
}

/** The members of a group, in the order of their ids. */
const membersOf = ({ runtime }: RequestContext, customerId: string, groupId: string) =>
  inBatches<{ userId: string; joinedAt: Date }>(
    NIL_ID,
    ({ userId }) => userId,
    (after) =>
      runtime
        .fork()
        .createQueryBuilder(Membership, 'm')
        .select(['userId', 'joinedAt'])
        .where({ groupId, userId: { $gt: after }, [raw('m.customer_id is not distinct from ?', [customerId])]: [] })
        .orderBy({ userId: 'asc' })
        .limit(BATCH)
        .execute('all'),
  );

async function* memberships(ctx: RequestContext, customerId: string): AsyncGenerator<readonly ExportRow[]> {
  for await (const groups of batches(ctx, Group, customerId))
    for (const { id: groupId, name: group } of groups.filter(({ memberCount }) => memberCount > 0))
      for await (const rows of membersOf(ctx, customerId, groupId)) {
        const ids = rows.map(({ userId }) => userId);
        const emails = await valuesOf(ctx, User, customerId, ids, 'email');
        yield rows.map((row) => ({ ...row, groupId, group, email: emails.get(row.userId) ?? null }));
      }
}

/** What can be exported. No column is a secret. */
export const SOURCES: Readonly<Record<ExportKind, Source>> = {
  users: {
    subject: 'user',
    columns: [
      'id',
      'email',
      'emailVerified',
      'username',
      'name',
      'givenName',
      'familyName',
      'picture',
      'phoneNumber',
      'phoneVerified',
      'role',
      'isActive',
      'organizationId',
      'organization',
      'lastLoginAt',
      'loginCount',
      'createdAt',
      'updatedAt',
    ],
    rows: users,
  },
  groups: ofEntity(
    Group,
    ['id', 'name', 'description', 'organizationId', 'memberCount', 'createdAt', 'updatedAt'],
    'group',
  ),
  memberships: { columns: ['groupId', 'group', 'userId', 'email', 'joinedAt'], rows: memberships },
  clients: ofEntity(
    Client,
    [
      'id',
      'name',
      'type',
      'ownerId',
      'redirectUris',
      'postLogoutRedirectUris',
      'grantTypes',
      'scopes',
      'tokenEndpointAuthMethod',
      'requirePkce',
      'requireConsent',
      'resources',
      'rotatedAt',
      'createdAt',
      'updatedAt',
    ],
    'client',
  ),
  audit_events: ofEntity(AuditEvent, [
    'id',
    'occurredAt',
    'action',
    'actorType',
    'actorId',
    'clientId',
    'subjectType',
    'subjectId',
    'ipAddress',
    'requestId',
    'details',
  ]),
};

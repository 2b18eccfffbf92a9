import { raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { findAll, type Listing } from '../../ground/lists/filter/index.ts';
import { NIL_ID } from '../../ground/kernel/ids.ts';
import { inSlices } from '../../ground/kernel/event-loop/long-work.ts';
import type { AttributeSubject } from '../attributes/index.ts';
import { EventNamesService } from '../audit/index.ts';
import { clientListing } from '../clients/index.ts';
import { groupListing, Membership } from '../groups/index.ts';
import { Organization } from '../organizations/index.ts';
import { searchedEventListing } from '../search/index.ts';
import { fieldsHaving, User, userListing } from '../users/index.ts';
import type { ExportKind } from './export-link.entity.ts';
import { rolesOfUsers } from './exported-roles.ts';
import { valuesOf } from './exported-values.ts';

/** How many members of a group are in memory at a time. */
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
  /** Columns with lists that an import reads. In CSV they are JSON, and empty if the list is. */
  readonly lists?: readonly string[];
  /** What the customer's attributes of them are of. They become columns, too. */
  readonly subject?: AttributeSubject;
  /** The list whose filter it takes, and what that is called in the input. Absent if it takes none. */
  readonly listing?: Listing<never>;
  readonly whereName?: keyof ExportWhere;
  readonly rows: (
    ctx: RequestContext,
    customerId: string,
    where: object | null,
  ) => AsyncGenerator<readonly ExportRow[]>;
}

/** Which rows an export has: conditions of what is exported. */
export interface ExportWhere {
  readonly users?: object | null;
  readonly groups?: object | null;
  readonly clients?: object | null;
  readonly auditEvents?: object | null;
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

const ofList = <Entity extends Identified>(
  whereName: keyof ExportWhere,
  listing: Listing<Entity>,
  columns: readonly (keyof Entity & string)[],
  subject?: AttributeSubject,
): Source => ({
  columns,
  ...(subject && { subject }),
  listing,
  whereName,
  rows: (ctx, customerId, where) =>
    findAll(ctx, listing, customerId, where, (subject ? ['attributes'] : []) as never) as AsyncGenerator<
      readonly ExportRow[]
    >,
});

async function* users(
  ctx: RequestContext,
  customerId: string,
  where: object | null,
): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of findAll(ctx, userListing, customerId, where, ['attributes'])) {
    const ids = rows.map(({ organizationId }) => organizationId);
    const names = await valuesOf(ctx, Organization, customerId, ids, 'name');
    const roles = await rolesOfUsers(
      ctx,
      customerId,
      rows.map(({ id }) => id),
    );
    yield await inSlices(rows, (row) => ({
      ...row,
      organization: names.get(row.organizationId ?? '') ?? null,
      roles: roles.get(row.id) ?? [],
    }));
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
  for await (const groups of findAll(ctx, groupListing, customerId, null))
    for (const { id: groupId, name: group } of groups.filter(({ memberCount }) => memberCount > 0))
      for await (const rows of membersOf(ctx, customerId, groupId)) {
        const ids = rows.map(({ userId }) => userId);
        const emails = await valuesOf(ctx, User, customerId, ids, 'email');
        yield rows.map((row) => ({ ...row, groupId, group, email: emails.get(row.userId) ?? null }));
      }
}

/** Events with the names of then. What their details name is a column, too. */
async function* auditEvents(
  ctx: RequestContext,
  customerId: string,
  where: object | null,
): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of findAll(ctx, searchedEventListing, customerId, where)) {
    const names = await ctx.get(EventNamesService).ofAll(rows, (event) => ({
      actorName: event.actorId,
      clientName: event.clientId,
      impersonatorName: event.impersonatorId,
      subjectName: event.subjectId,
      userName: event.details['userId'],
      groupName: event.details['groupId'],
    }));
    yield rows.map((row, n) => ({
      ...row,
      ...names[n],
      userId: row.details['userId'] ?? null,
      groupId: row.details['groupId'] ?? null,
    }));
  }
}

/** What can be exported. No column is a secret. */
export const SOURCES: Readonly<Record<ExportKind, Source>> = {
  users: {
    subject: 'user',
    listing: userListing,
    whereName: 'users',
    columns: [
      ...fieldsHaving('isExported').flatMap((field) =>
        field === 'organizationId' ? [field, 'organization'] : [field],
      ),
      'roles',
    ],
    lists: ['roles'],
    rows: users,
  },
  groups: ofList(
    'groups',
    groupListing,
    ['id', 'name', 'description', 'organizationId', 'memberCount', 'createdAt', 'updatedAt'],
    'group',
  ),
  memberships: { columns: ['groupId', 'group', 'userId', 'email', 'joinedAt'], rows: memberships },
  clients: ofList(
    'clients',
    clientListing,
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
      'requireNonce',
      'requireConsent',
      'resources',
      'rotatedAt',
      'createdAt',
      'updatedAt',
    ],
    'client',
  ),
  audit_events: {
    listing: searchedEventListing,
    whereName: 'auditEvents',
    columns: [
      'id',
      'occurredAt',
      'action',
      'actorType',
      'actorId',
      'actorName',
      'clientId',
      'clientName',
      'impersonatorId',
      'impersonatorName',
      'subjectType',
      'subjectId',
      'subjectName',
      'userId',
      'userName',
      'groupId',
      'groupName',
      'ipAddress',
      'requestId',
      'foldId',
      'details',
    ],
    rows: auditEvents,
  },
};

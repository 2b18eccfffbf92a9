import type { RequestContext } from '../../kernel/context.ts';
import { foreignKeyViolation, uniqueViolation } from '../../kernel/database.ts';
import { errorOf, invalid } from '../../kernel/errors.ts';
import { isUuid, newId, readId, readIds } from '../../kernel/ids.ts';
import { connectionOf, idEdge, NIL_ID, readPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import { likePattern, readLine, readText } from '../../kernel/text.ts';
import { auditRow } from '../audit/index.ts';
import { groupErrors } from './errors.ts';
import { groupLoader } from './group.loader.ts';
import { groupPolicy, type GroupDelete, type GroupWrite } from './group.policy.ts';
import * as statements from './group.sql.ts';
import type { GroupRow } from './group.sql.ts';

/** The most characters of a group's name. */
export const NAME_MAX = 255;
/** The most characters of a group's description. */
export const DESCRIPTION_MAX = 2000;
/** The most users one request may name. */
export const MEMBERS_MAX = 10_000;

export interface CreateGroup {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly organizationId?: string | null | undefined;
  readonly memberIds?: readonly string[] | null | undefined;
}

export interface UpdateGroup {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** Null takes the group out of its organization; undefined leaves it where it is. */
  readonly organizationId?: string | null | undefined;
}

export interface GroupFilter {
  readonly search?: string | null | undefined;
  readonly organizationId?: string | null | undefined;
}

/** Groups as one viewer may see and change them. */
export class GroupService {
  constructor(private readonly ctx: RequestContext) {}

  /** The group, or null when the viewer's customer has none of this id. */
  async find(id: string): Promise<GroupRow | null> {
    groupPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(groupLoader).load(id.toLowerCase()) : null;
  }

  /** The customer's groups, oldest first; `search` finds a part of the name or description in any case. */
  async list(args: PageArgs, filter: GroupFilter): Promise<Connection<GroupRow>> {
    const { customerId } = groupPolicy.read(this.ctx.viewer);
    const page = readPage(args);
    const after = page.after ?? NIL_ID;
    const { db } = this.ctx;
    if (!filter.search && !filter.organizationId) {
      const rows = await db.rows(statements.groupPage, [customerId, after, page.first + 1]);
      return connectionOf(rows, page, idEdge, async () => (await db.first(statements.groupCount, [customerId]))!.count);
    }
    const pattern = likePattern(filter.search ?? '');
    const organizationId = filter.organizationId ? readId('organizationId', filter.organizationId) : null;
    const rows = await db.rows(statements.groupSearch, [customerId, after, page.first + 1, pattern, organizationId]);
    return connectionOf(
      rows,
      page,
      idEdge,
      async () => (await db.first(statements.groupSearchCount, [customerId, pattern, organizationId]))!.count,
    );
  }

  /** Makes a group with its first members, or nothing at all. */
  async create(input: CreateGroup): Promise<GroupRow> {
    return this.insert(groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups), input);
  }

  async update(id: string, input: UpdateGroup): Promise<GroupRow> {
    return this.change(groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups), id, input);
  }

  /** Deletes the group and, in the database, its memberships. */
  async delete(id: string): Promise<GroupRow> {
    return this.remove(groupPolicy.delete(this.ctx.viewer, this.ctx.settings.groups), id);
  }

  private async insert({ customerId, viewer }: GroupWrite, input: CreateGroup): Promise<GroupRow> {
    const now = this.ctx.clock.now();
    const id = newId(now);
    const name = readLine('name', input.name, { max: NAME_MAX });
    const description = readDescription(input.description ?? '');
    const organizationId = input.organizationId ? readId('organizationId', input.organizationId) : null;
    const memberIds = readIds('memberIds', input.memberIds ?? [], MEMBERS_MAX);
    const event = auditRow(this.ctx, {
      action: 'group.created',
      subjectType: 'group',
      subjectId: id,
      details: { name, memberCount: memberIds.length },
    });
    const made = [id, customerId, organizationId, name, description, now, memberIds, JSON.stringify(event)];
    const values = [...made, membershipEvent(this.ctx, 'membership.added', id), groupPolicy.groupsPerUser(viewer)];
    const row = await this.ctx.db.first(statements.insertGroup, values).catch(explain);
    if (!row)
      throw groupErrors.TOO_MANY_GROUPS({
        message: 'memberIds names a user who is in too many groups already.',
        field: 'memberIds',
      });
    return row;
  }

  private async change({ customerId }: GroupWrite, id: string, input: UpdateGroup): Promise<GroupRow> {
    const name = typeof input.name === 'string' ? readLine('name', input.name, { max: NAME_MAX }) : null;
    const description = typeof input.description === 'string' ? readDescription(input.description) : null;
    const moves = input.organizationId !== undefined;
    if (name === null && description === null && !moves) throw invalid('input', 'Nothing to change is given.');
    if (!isUuid(id)) throw groupErrors.GROUP_NOT_FOUND();
    const organizationId = input.organizationId ? readId('organizationId', input.organizationId) : null;
    const details = {
      ...(name !== null && { name }),
      ...(description !== null && { description }),
      ...(moves && { organizationId }),
    };
    const event = auditRow(this.ctx, { action: 'group.updated', subjectType: 'group', subjectId: id, details });
    const values = [
      customerId,
      id,
      name,
      description,
      moves,
      organizationId,
      this.ctx.clock.now(),
      JSON.stringify(event),
    ];
    return required(await this.ctx.db.first(statements.updateGroup, values).catch(explain));
  }

  private async remove({ customerId }: GroupDelete, id: string): Promise<GroupRow> {
    if (!isUuid(id)) throw groupErrors.GROUP_NOT_FOUND();
    const event = auditRow(this.ctx, { action: 'group.deleted', subjectType: 'group', subjectId: id });
    const left = membershipEvent(this.ctx, 'membership.removed', id);
    const values = [customerId, id, JSON.stringify(event), left, MEMBERS_MAX];
    return required(await this.ctx.db.first(statements.deleteGroup, values));
  }
}

/** The event of a membership, for statements that write it for each user. */
export const membershipEvent = (ctx: RequestContext, action: string, subjectId: string): string =>
  JSON.stringify(auditRow(ctx, { action, subjectType: 'group', subjectId }));

function required(row: GroupRow | undefined): GroupRow {
  if (!row) throw groupErrors.GROUP_NOT_FOUND();
  return row;
}

const readDescription = (text: string): string => readText('description', text, { min: 0, max: DESCRIPTION_MAX });

/** Two requests may race past any check made beforehand: the constraints decide, and this says what they meant. */
function explain(cause: unknown): never {
  if (uniqueViolation(cause) === 'groups_customer_id_name_key')
    throw groupErrors.GROUP_NAME_TAKEN({ field: 'name', cause });
  const missing = foreignKeyViolation(cause);
  if (missing === 'groups_customer_id_organization_id_fkey')
    throw errorOf('UNKNOWN_ORGANIZATION', {
      message: 'No such organization (organizationId).',
      field: 'organizationId',
      cause,
    });
  if (missing === 'memberships_customer_id_user_id_fkey')
    throw errorOf('UNKNOWN_USER', { message: 'memberIds names a user who does not exist.', field: 'memberIds', cause });
  throw cause;
}

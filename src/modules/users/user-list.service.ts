import type { QueryBuilder } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { entityOf } from '../../kernel/entity.ts';
import { invalid } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { connectionOf, edgeOf, readPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import { orderBy } from '../../kernel/order.ts';
import { readText } from '../../kernel/text.ts';
import { UserListQuery, type UserFilter } from './user-list-query.ts';
import { User } from './user.entity.ts';
import { userPolicy } from './user.policy.ts';
import { SearchSample } from './user-search.ts';

/** The most users in a numbered page. */
export const LIMIT_MAX = 100;
/** The users in a numbered page by default. */
export const LIMIT_DEFAULT = 25;
/** The most characters of a search. */
export const SEARCH_MAX = 255;

/** One numbered page of a list of users. */
export interface UserPage {
  readonly users: User[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** 0 if there are no users. */
  readonly totalPages: number;
}

const OLDEST_FIRST = orderBy(User, { id: 'asc' });

/** The customer's users as lists, oldest first. */
export class UserListService {
  constructor(private readonly ctx: RequestContext) {}

  /** The page after a cursor. A page far from the start costs no more. */
  async list(args: PageArgs, given: UserFilter): Promise<Connection<User>> {
    const { customerId } = userPolicy.read(this.ctx.viewer);
    const page = readPage(args, OLDEST_FIRST);
    const query = new UserListQuery(this.ctx.em.fork(), customerId, await this.read(given));
    const { users } = await rowsOf(query.page(page));
    const edge = (user: User) => edgeOf(OLDEST_FIRST, user, ({ id }) => [id]);
    return connectionOf(users, page, edge, () => query.count());
  }

  /** A numbered page, from 1. Pages after the last one are empty. */
  async page(page: number, limit: number, given: UserFilter): Promise<UserPage> {
    const { customerId } = userPolicy.read(this.ctx.viewer);
    if (!Number.isInteger(page) || page < 1) throw invalid('page', 'page must be a whole number from 1.');
    if (!Number.isInteger(limit) || limit < 1) throw invalid('limit', 'limit must be a whole number from 1.');
    const size = Math.min(limit, LIMIT_MAX);
    const em = this.ctx.em.fork();
    const query = new UserListQuery(em, customerId, await this.read(given));
    const found = await rowsOf(query.numbered((page - 1) * size, size));
    // The total comes with the users, so a page without users has none.
    const total = found.total ?? (await query.count());
    return { users: found.users, page, limit: size, total, totalPages: Math.ceil(total / size) };
  }

  private async read(filter: UserFilter): Promise<UserFilter> {
    const organizationId = filter.organizationId ? readId('organizationId', filter.organizationId) : null;
    const search = readText('search', filter.search ?? '', { min: 0, max: SEARCH_MAX });
    const rareParts = search && (await this.ctx.runtime.get(SearchSample).rareParts(search.toLowerCase()));
    return { ...filter, organizationId, search, rareParts: rareParts || null };
  }
}

/** The users that a query selects, and the total of their list if it selects that. */
async function rowsOf(query: QueryBuilder<User>): Promise<{ users: User[]; total?: number }> {
  const rows = await query.execute<(User & { total?: string })[]>('all');
  const users = rows.map((row) => entityOf(User, row));
  return { users, ...(rows[0]?.total !== undefined && { total: Number(rows[0].total) }) };
}

import type { QueryBuilder } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { entityOf } from '../../kernel/entity.ts';
import { readId } from '../../kernel/ids.ts';
import { connectionOf, edgeOf, readNumberedPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import { orderBy } from '../../kernel/order.ts';
import { readText } from '../../kernel/text.ts';
import { UserListQuery, type UserFilter } from './user-list-query.ts';
import { User } from './user.entity.ts';
import { userPolicy } from './user.policy.ts';
import { SearchSample } from './user-search.ts';

/** The most characters of a search. */
export const SEARCH_MAX = 255;

const OLDEST_FIRST = orderBy(User, { id: 'asc' });

/** The customer's users as lists, oldest first. */
export class UserListService {
  constructor(private readonly ctx: RequestContext) {}

  /** A page of the users. After a cursor, a page far from the start costs no more. */
  async list(args: PageArgs, given: UserFilter): Promise<Connection<User>> {
    const { customerId } = userPolicy.read(this.ctx.viewer);
    const page = readNumberedPage(args, OLDEST_FIRST);
    const query = new UserListQuery(this.ctx.em.fork(), customerId, await this.read(given));
    const { users, total } = await rowsOf(page.offset === undefined ? query.page(page) : query.numbered(page));
    const edge = (user: User) => edgeOf(OLDEST_FIRST, user, ({ id }) => [id]);
    return connectionOf(users, page, edge, async () => total ?? query.count());
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

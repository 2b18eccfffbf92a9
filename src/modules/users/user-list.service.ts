import type { RequestContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { connectionOf, idEdge, NIL_ID, readPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import { likePattern, readText } from '../../kernel/text.ts';
import { listStatements, type UserFilter } from './user-list.sql.ts';
import { userPolicy } from './user.policy.ts';
import { SearchSample } from './user.search.ts';
import type { UserRow } from './user.sql.ts';

/** The most users a numbered page holds. */
export const LIMIT_MAX = 100;
/** The users a numbered page holds when the caller does not say. */
export const LIMIT_DEFAULT = 25;
/** The most characters of a search. */
export const SEARCH_MAX = 255;

/** One numbered page of a list of users. */
export interface UserPage {
  readonly users: UserRow[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** 0 when there is nobody. */
  readonly totalPages: number;
}

/** The customer's users as lists, oldest first. */
export class UserListService {
  constructor(private readonly ctx: RequestContext) {}

  /** A page behind a cursor; the cost does not grow with how far it is from the start. */
  async list(args: PageArgs, given: UserFilter): Promise<Connection<UserRow>> {
    const { customerId } = userPolicy.read(this.ctx.viewer);
    const page = readPage(args);
    const filter = await this.read(given);
    const values = valuesOf(filter);
    const statements = listStatements(filter);
    const { db } = this.ctx;
    const rows = await db.rows(statements.page, [customerId, page.after ?? NIL_ID, page.first + 1, ...values]);
    return connectionOf(
      rows,
      page,
      idEdge,
      async () => (await db.first(statements.count, [customerId, ...values]))!.count,
    );
  }

  /** A numbered page, from 1; one behind the last is empty. */
  async page(page: number, limit: number, given: UserFilter): Promise<UserPage> {
    const { customerId } = userPolicy.read(this.ctx.viewer);
    if (!Number.isInteger(page) || page < 1) throw invalid('page', 'page must be a whole number from 1.');
    if (!Number.isInteger(limit) || limit < 1) throw invalid('limit', 'limit must be a whole number from 1.');
    const size = Math.min(limit, LIMIT_MAX);
    const filter = await this.read(given);
    const values = [customerId, (page - 1) * size, size, ...valuesOf(filter)];
    const rows = await this.ctx.db.rows(listStatements(filter).offset, values);
    const total = rows[0]?.total ?? 0;
    const users = rows.filter((row): row is UserRow & { total: number } => row.id !== null);
    return { users, page, limit: size, total, totalPages: Math.ceil(total / size) };
  }

  private async read(filter: UserFilter): Promise<UserFilter> {
    if (filter.organizationId) readId('organizationId', filter.organizationId);
    const search = readText('search', filter.search ?? '', { min: 0, max: SEARCH_MAX });
    if (!search) return { ...filter, search };
    return { ...filter, search, rareParts: await this.ctx.runtime.get(SearchSample).rareParts(search.toLowerCase()) };
  }
}

const valuesOf = ({ search, rareParts, organizationId }: UserFilter): string[] => [
  ...(search ? [likePattern(search)] : []),
  ...(search && rareParts ? rareParts.map(likePattern) : []),
  ...(organizationId ? [organizationId] : []),
];

import {
  raw,
  sql,
  type EntityManager,
  type ObjectQuery,
  type QBFilterQuery,
  type QueryBuilder,
  type Raw,
} from '@mikro-orm/postgresql';
import { propertiesOf } from '../../kernel/entity.ts';
import type { Direction } from '../../kernel/order.ts';
import { LAST_ID, NIL_ID, type Page } from '../../kernel/pagination.ts';
import { likePattern } from '../../kernel/text.ts';
import { User } from './user.entity.ts';
import { hasTrigram, type RareParts } from './user-search.ts';

/** Which users a list contains. Null and undefined omit a condition. */
export interface UserFilter {
  /** A part of the name or address, in any case. */
  readonly search?: string | null | undefined;
  /** Parts of the search that few users have, looked up instead of all of it. */
  readonly rareParts?: RareParts | null | undefined;
  readonly emailVerified?: boolean | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly organizationId?: string | null | undefined;
}

// With more matches than this, walking the list finds a page sooner than the index does.
const COMMON = 10_000;

// So few users are read faster than the trigram index, which holds the users of all customers.
const FEW = 2_000;

// The expression of the trigram index, and the same text in a form that no index matches.
const indexed = raw((user) => `lower(${user}.name || chr(10) || ${user}.email)`);
const checked = raw((user) => `(lower(${user}.name || chr(10) || ${user}.email) || '')`);

const SHOWN = propertiesOf(User);

/** The queries behind one list of a customer's users. */
export class UserListQuery {
  constructor(
    private readonly em: EntityManager,
    private readonly customerId: string,
    private readonly filter: UserFilter,
  ) {}

  /** Whether the search is looked up in the trigram index, at least for large customers. */
  private get isLookedUp(): boolean {
    return Boolean(this.filter.search && hasTrigram(this.filter.search));
  }

  /** The conditions of the list, for a walk along the customer's users. */
  private get walked(): ObjectQuery<User> {
    const { search } = this.filter;
    return { customerId: this.customerId, ...this.switches, ...(search && matching(checked, search)) };
  }

  /** The users of a page and one more, by id from the page's start or from its end. */
  page({ size, isBackward, after, before }: Page): QueryBuilder<User> {
    const direction = isBackward ? 'desc' : 'asc';
    const [start, end] = [after?.[0] ?? NIL_ID, before?.[0] ?? LAST_ID] as [string, string];
    const limit = size + 1;
    if (this.isLookedUp) return this.found(start, end, direction, limit);
    const users = this.users.where(this.walked as QBFilterQuery<User>).andWhere({ id: { $gt: start, $lt: end } });
    return users.orderBy({ id: direction }).limit(limit);
  }

  /** The same for a search that is looked up, by the cheaper of two plans. */
  private found(start: string, end: string, direction: Direction, limit: number): QueryBuilder<User> {
    const between = this.ids(this.walked).andWhere({ id: { $gt: start, $lt: end } });
    const walked = between.andWhere('(select common from mass)').orderBy({ id: direction }).limit(limit);
    const page = sql`
      (select id from hits where id > ${start} and id < ${end} and not (select common from mass)
       order by id ${raw(direction)} limit ${limit})
      union all (${walked.toRaw()})`;
    return this.select(undefined, direction)
      .with('size', this.size, { materialized: true })
      .with('hits', sql`${this.hits} limit ${COMMON + 1}`, { materialized: true })
      .with('mass', sql`select count(*) > ${COMMON} as common from hits`, { materialized: true })
      .with('page', page);
  }

  /** The users of a numbered page and one more, each with the total of the list. */
  numbered({ size, offset = 0 }: Page): QueryBuilder<User> {
    const limit = size + 1;
    return this.isCounted ? this.countedPage(offset, limit) : this.matchedPage(offset, limit);
  }

  /** How many users the list contains. */
  async count(): Promise<number> {
    const { em } = this;
    if (!this.isCounted && !this.isLookedUp) return em.count(User, this.walked);
    const counted = this.isCounted
      ? this.counted
      : sql`with size as materialized (${this.size}), hits as materialized (${this.hits}) select count(*) as total from hits`;
    const [row] = await em.execute<{ total: string }[]>(counted);
    return Number(row!.total);
  }

  // Triggers count all users of a customer, and those with a verified address.
  private get isCounted(): boolean {
    const { search, isActive, organizationId } = this.filter;
    return !search && isActive == null && !organizationId;
  }

  private get counted(): Raw {
    const { emailVerified } = this.filter;
    const total =
      emailVerified == null ? 'user_count' : emailVerified ? 'verified_user_count' : 'user_count - verified_user_count';
    // The offset of a page can be larger than an integer.
    return raw(`select (${total})::bigint as total from customers where id = ?`, [this.customerId]);
  }

  /** A page beyond the middle is read from the end, so the last page costs as much as the first. */
  private countedPage(offset: number, limit: number): QueryBuilder<User> {
    const ids = this.ids(this.walked).toRaw();
    const list = sql`select total, ${offset} > total / 2 as backwards from (${this.counted}) counted`;
    const page = sql`
      (${ids} order by id limit (select case when backwards then 0 else ${limit} end from list) offset ${offset})
      union all
      (${ids} order by id desc
       limit (select case when backwards then least(${limit}, greatest(total - ${offset}, 0)) else 0 end from list)
       offset (select greatest(total - ${offset} - ${limit}, 0) from list))`;
    return this.select(raw('(select total from list)')).with('list', list, { materialized: true }).with('page', page);
  }

  private matchedPage(offset: number, limit: number): QueryBuilder<User> {
    const users = this.select(raw('(select count(*) from hits)'));
    const matched = this.isLookedUp
      ? users.with('size', this.size, { materialized: true }).with('hits', this.hits, { materialized: true })
      : users.with('hits', this.ids(this.walked).toRaw(), { materialized: true });
    return matched.with('page', sql`select id from hits order by id limit ${limit} offset ${offset}`);
  }

  /**
   * The users whose ids are in `page`, oldest first by default, read by key whatever the planner expects. Values of callers are in
   * the WITH clauses: MikroORM would search a fragment within a fragment of WHERE for placeholders again.
   */
  private select(total?: Raw, direction: Direction = 'asc'): QueryBuilder<User> {
    const query = this.users;
    return (total ? query.addSelect(total.as('total')) : query)
      .where('u.id = any(array(select id from page))')
      .orderBy({ id: direction });
  }

  /** The columns that `entityOf` needs. */
  private get users(): QueryBuilder<User> {
    return this.em.createQueryBuilder(User, 'u').select(SHOWN);
  }

  private ids(where: ObjectQuery<User>) {
    return this.em
      .createQueryBuilder(User, 'u')
      .select('id')
      .where(where as QBFilterQuery<User>);
  }

  private get size(): Raw {
    return sql`select user_count > ${FEW} as large from customers where id = ${this.customerId}`;
  }

  /** The matches of a search, by the cheaper of two plans. */
  private get hits(): Raw {
    const lookedUp = this.ids(this.lookedUp).andWhere('(select large from size)');
    const walked = this.ids(this.walked).andWhere('not (select large from size)');
    return sql`(${lookedUp.toRaw()}) union all (${walked.toRaw()})`;
  }

  /**
   * The same conditions for a look-up in the trigram index. No other index matches this form of the customer's
   * condition.
   */
  private get lookedUp(): ObjectQuery<User> {
    const { rareParts } = this.filter;
    const search = this.filter.search!;
    const customer = raw((user) => `${user}.customer_id is not distinct from ?`, [this.customerId]);
    const parts = rareParts
      ? [...rareParts.map((part) => matching(indexed, part)), matching(checked, search)]
      : [matching(indexed, search)];
    return { $and: [...parts, { [customer]: [] }], ...this.switches };
  }

  private get switches() {
    const { emailVerified, isActive, organizationId } = this.filter;
    return {
      ...(emailVerified != null && { emailVerified }),
      ...(isActive != null && { isActive }),
      ...(organizationId && { organizationId }),
    };
  }
}

const matching = (text: symbol, part: string): ObjectQuery<User> => ({ [text]: { $like: likePattern(part) } });

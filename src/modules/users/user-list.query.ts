import {
  raw,
  sql,
  type EntityManager,
  type ObjectQuery,
  type QBFilterQuery,
  type QueryBuilder,
  type Raw,
} from '@mikro-orm/postgresql';
import { selectedProperties } from '../../kernel/entity.ts';
import { likePattern } from '../../kernel/text.ts';
import { User } from './user.entity.ts';
import { hasTrigram, type RareParts } from './user.search.ts';

/** Which users a list holds; null and undefined leave a condition out. */
export interface UserFilter {
  /** A part of the name or address, in any case. */
  readonly search?: string | null | undefined;
  /** Parts of the search that few users have, to be looked up in its place. */
  readonly rareParts?: RareParts | null | undefined;
  readonly emailVerified?: boolean | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly organizationId?: string | null | undefined;
}

// More matches than this are so common that walking the list finds a page of them sooner than the index.
const COMMON = 10_000;

// So few users are read sooner than the trigram index, which holds all customers' users, is asked.
const FEW = 2_000;

// The expression of the trigram index, and another one that is only checked.
const indexed = raw((user) => `lower(${user}.name || chr(10) || ${user}.email)`);
const checked = raw((user) => `(lower(${user}.name || chr(10) || ${user}.email) || '')`);

/** The queries behind one list of a customer's users. */
export class UserListQuery {
  constructor(
    private readonly em: EntityManager,
    private readonly customerId: string,
    private readonly filter: UserFilter,
  ) {}

  /** Whether the search is looked up in the trigram index, at least by large customers. */
  get isLookedUp(): boolean {
    return Boolean(this.filter.search && hasTrigram(this.filter.search));
  }

  /** Everything that a user of the list fulfils, to be checked along the customer's users. */
  get walked(): ObjectQuery<User> {
    const { search } = this.filter;
    return { customerId: this.customerId, ...this.switches, ...(search && matching(checked, search)) };
  }

  /** At most `limit` users of a search that is looked up, behind the id `after`: from the shorter of two ways. */
  found(after: string, limit: number): QueryBuilder<User> {
    const behind = this.ids(this.walked).andWhere({ id: { $gt: after } });
    const walked = behind.andWhere('(select common from mass)').orderBy({ id: 'asc' }).limit(limit);
    const page = sql`
      (select id from hits where id > ${after} and not (select common from mass) order by id limit ${limit})
      union all (${walked.toRaw()})`;
    return this.select()
      .with('size', this.size, { materialized: true })
      .with('hits', sql`${this.hits} limit ${COMMON + 1}`, { materialized: true })
      .with('mass', sql`select count(*) > ${COMMON} as common from hits`, { materialized: true })
      .with('page', page);
  }

  /** A numbered page: its users, each with the total of the list. */
  numbered(offset: number, limit: number): QueryBuilder<User> {
    return this.isCounted ? this.countedPage(offset, limit) : this.matchedPage(offset, limit);
  }

  /** How many users the list holds. */
  async count(): Promise<number> {
    const { em } = this;
    if (!this.isCounted && !this.isLookedUp) return em.count(User, this.walked);
    const counted = this.isCounted
      ? this.counted
      : sql`with size as materialized (${this.size}), hits as materialized (${this.hits}) select count(*) as total from hits`;
    const [row] = await em.execute<{ total: string }[]>(counted);
    return Number(row!.total);
  }

  // Triggers count all users of a customer, and those with a proved address.
  private get isCounted(): boolean {
    const { search, isActive, organizationId } = this.filter;
    return !search && isActive == null && !organizationId;
  }

  private get counted(): Raw {
    const { emailVerified } = this.filter;
    const total =
      emailVerified == null ? 'user_count' : emailVerified ? 'verified_user_count' : 'user_count - verified_user_count';
    return raw(`select ${total} as total from customers where id = ?`, [this.customerId]);
  }

  /** A page beyond the middle is read from the end, so that the last one costs what the first does. */
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
   * The users whose ids `page` has, oldest first, read by key however many the planner expects. Values of callers stand in
   * what goes before, WITH: a fragment within a fragment of WHERE would be searched for placeholders once more.
   */
  private select(total?: Raw): QueryBuilder<User> {
    const query = this.em.createQueryBuilder(User, 'u').select(selectedProperties(this.em, User));
    return (total ? query.addSelect(total.as('total')) : query)
      .where('u.id = any(array(select id from page))')
      .orderBy({ id: 'asc' });
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

  /** The matches of a search, found in whichever way is shorter. */
  private get hits(): Raw {
    const lookedUp = this.ids(this.lookedUp).andWhere('(select large from size)');
    const walked = this.ids(this.walked).andWhere('not (select large from size)');
    return sql`(${lookedUp.toRaw()}) union all (${walked.toRaw()})`;
  }

  /** Everything that a user of the list fulfils, to be looked up in the trigram index: this way of asking for the customer has no index. */
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

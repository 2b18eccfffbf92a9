import { sql, type Statement } from '../../kernel/database.ts';
import { userColumns, type UserRow } from './user.sql.ts';

/** Which users a list holds; null and undefined leave a condition out. */
export interface UserFilter {
  /** A part of the name or address, in any case. */
  readonly search?: string | null | undefined;
  readonly emailVerified?: boolean | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly organizationId?: string | null | undefined;
}

interface ListStatements {
  /** $1 customer, $2 behind this id, $3 rows, then the pattern and the organization where the filter has them. */
  readonly page: Statement<UserRow>;
  /** $1 customer, then the pattern and the organization where the filter has them. */
  readonly count: Statement<{ count: number }>;
  /** $1 customer, $2 rows to skip, $3 rows, then as in `page`; one row without a user where the page is empty. */
  readonly offset: Statement<(UserRow | { id: null }) & { total: number }>;
}

// Every combination of conditions is a statement of its own: one with all of them switched by parameters would get one
// plan for all, and no partial index.
const made = new Map<string, ListStatements>();

/** The statements that list users by this filter. */
export function listStatements(filter: UserFilter): ListStatements {
  const mode = !filter.search ? 'all' : TRIGRAM.test(filter.search) ? 'indexed' : 'walked';
  const flags = [
    flag('verified', filter.emailVerified),
    flag('active', filter.isActive),
    filter.organizationId ? 'organization' : '',
  ];
  const key = [mode, ...flags.filter(Boolean)].join('.');
  let statements = made.get(key);
  if (!statements) made.set(key, (statements = build(key, mode, filter)));
  return statements;
}

const flag = (name: string, value: boolean | null | undefined): string =>
  value == null ? '' : value ? name : `un${name}`;

// Three letters or digits in a row: less than that, and the trigram index would be read as a whole.
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

// More matches than this are so common that walking the list finds a page of them sooner than the index.
const COMMON = 10_000;

// So few users are read sooner than the trigram index, which holds all customers' users, is asked.
const FEW = 2_000;

type Mode = 'all' | 'indexed' | 'walked';

const TEXT = 'lower(u.name || chr(10) || u.email)';

function build(key: string, mode: Mode, filter: UserFilter): ListStatements {
  const conditions = (next: number): string =>
    walk(filter, mode === 'all' ? null : next, next + (mode === 'all' ? 0 : 1));
  const isCounted = mode === 'all' && filter.isActive == null && !filter.organizationId;
  return {
    page: sql(`users.page.${key}`, mode === 'indexed' ? indexedPage(filter) : plainPage(conditions(4))),
    count: sql(
      `users.count.${key}`,
      isCounted
        ? `select ${counter(filter)} as count from customers where id = $1`
        : mode === 'indexed'
          ? `with ${hits(filter, 2)} select count(*) from hits`
          : `select count(*) from users u where ${conditions(2)}`,
    ),
    offset: sql(
      `users.offset.${key}`,
      isCounted
        ? countedOffset(counter(filter), conditions(4))
        : matchesOffset(
            mode === 'indexed'
              ? hits(filter, 4)
              : `hits as materialized (select u.id from users u where ${conditions(4)})`,
          ),
    ),
  };
}

const counter = ({ emailVerified }: UserFilter): string =>
  emailVerified == null ? 'user_count' : emailVerified ? 'verified_user_count' : 'user_count - verified_user_count';

/** The filter's conditions without the customer and the search. */
const switches = (filter: UserFilter, organization: number): string[] => [
  ...(filter.emailVerified == null ? [] : [filter.emailVerified ? 'u.email_verified' : 'not u.email_verified']),
  ...(filter.isActive == null ? [] : [filter.isActive ? 'u.is_active' : 'not u.is_active']),
  ...(filter.organizationId ? [`u.organization_id = $${organization}`] : []),
];

/** All conditions, to be checked along the customer's users: the search is not an expression the index has. */
const walk = (filter: UserFilter, pattern: number | null, organization: number): string =>
  [
    'u.customer_id = $1',
    ...(pattern === null ? [] : [`(${TEXT} || '') like $${pattern}`]),
    ...switches(filter, organization),
  ].join(' and ');

/** All conditions, to be looked up in the trigram index: this way of asking for the customer has no index. */
const lookUp = (filter: UserFilter, pattern: number): string =>
  [`${TEXT} like $${pattern}`, 'u.customer_id is not distinct from $1', ...switches(filter, pattern + 1)].join(' and ');

/** The matches, $`pattern` and the organization behind it; whichever way is shorter. */
const hits = (filter: UserFilter, pattern: number, limit = ''): string =>
  `size as materialized (
     select user_count > ${FEW} as large from customers where id = $1
   ), hits as materialized (
     select u.id from users u where (select large from size) and ${lookUp(filter, pattern)}
     union all
     select u.id from users u where not (select large from size) and ${walk(filter, pattern, pattern + 1)}
     ${limit}
   )`;

const plainPage = (conditions: string): string =>
  `select ${userColumns('u')} from users u where ${conditions} and u.id > $2 order by u.id limit $3`;

const indexedPage = (filter: UserFilter): string =>
  `with ${hits(filter, 4, `limit ${COMMON + 1}`)}, mass as materialized (
     select count(*) > ${COMMON} as common from hits
   ), found as (
     (select id from hits where id > $2 and not (select common from mass) order by id limit $3)
     union all
     (select u.id from users u where (select common from mass) and ${walk(filter, 4, 5)} and u.id > $2
      order by u.id limit $3)
   )
   select ${userColumns('u')} from found join users u on u.id = found.id order by u.id`;

/** A page beyond the middle is read from the end, so that the last one costs what the first does. */
const countedOffset = (total: string, conditions: string): string =>
  `with list as materialized (
     select ${total} as total, $2::bigint > (${total}) / 2 as backwards from customers where id = $1
   )
   select list.total, ${userColumns('u')} from list
   left join lateral (
     (select u.id from users u where ${conditions} order by u.id
      limit case when list.backwards then 0 else $3::int end offset $2::bigint)
     union all
     (select u.id from users u where ${conditions} order by u.id desc
      limit case when list.backwards then least($3::int, greatest(list.total - $2::bigint, 0)) else 0 end
      offset greatest(list.total - $2::bigint - $3::int, 0))
   ) found on true
   left join users u on u.id = found.id
   order by u.id`;

const matchesOffset = (matches: string): string =>
  `with ${matches}
   select list.total, ${userColumns('u')} from (select count(*) as total from hits) list
   left join lateral (select id from hits order by id limit $3::int offset $2::bigint) found on true
   left join users u on u.id = found.id
   order by u.id`;

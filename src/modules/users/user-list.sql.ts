import { sql, type Statement } from '../../kernel/database.ts';
import { hasTrigram, type RareParts } from './user.search.ts';
import { userColumns, type UserRow } from './user.sql.ts';

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

interface ListStatements {
  /** $1 customer, $2 behind this id, $3 rows, then the patterns of the search and its two rare parts, and the organization, where the filter has them. */
  readonly page: Statement<UserRow>;
  /** $1 customer, then as in `page`. */
  readonly count: Statement<{ count: number }>;
  /** $1 customer, $2 rows to skip, $3 rows, then as in `page`; one row without a user where the page is empty. */
  readonly offset: Statement<(UserRow | { id: null }) & { total: number }>;
}

// Every combination of conditions is a statement of its own: one with all of them switched by parameters would get one
// plan for all, and no partial index.
const made = new Map<string, ListStatements>();

/** The statements that list users by this filter. */
export function listStatements(filter: UserFilter): ListStatements {
  const mode = modeOf(filter);
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

// More matches than this are so common that walking the list finds a page of them sooner than the index.
const COMMON = 10_000;

// So few users are read sooner than the trigram index, which holds all customers' users, is asked.
const FEW = 2_000;

type Mode = 'all' | 'walked' | 'indexed' | 'narrowed';

function modeOf({ search, rareParts }: UserFilter): Mode {
  if (!search) return 'all';
  if (!hasTrigram(search)) return 'walked';
  return rareParts ? 'narrowed' : 'indexed';
}

const TEXT = 'lower(u.name || chr(10) || u.email)';

function build(key: string, mode: Mode, filter: UserFilter): ListStatements {
  const walked = (next: number): string => walk(filter, placesFrom(next, mode));
  const matched = (next: number, limit?: string): string =>
    mode === 'walked'
      ? `hits as materialized (select u.id from users u where ${walked(next)})`
      : hits(filter, placesFrom(next, mode), limit);
  const isSearch = mode !== 'all';
  const isCounted = !isSearch && filter.isActive == null && !filter.organizationId;
  const usesIndex = mode === 'indexed' || mode === 'narrowed';
  return {
    page: sql(
      `users.page.${key}`,
      usesIndex ? indexedPage(matched(4, `limit ${COMMON + 1}`), walked(4)) : plainPage(walked(4)),
    ),
    count: sql(
      `users.count.${key}`,
      isCounted
        ? `select ${counter(filter)} as count from customers where id = $1`
        : usesIndex
          ? `with ${matched(2)} select count(*) from hits`
          : `select count(*) from users u where ${walked(2)}`,
    ),
    offset: sql(
      `users.offset.${key}`,
      isCounted ? countedOffset(counter(filter), walked(4)) : matchesOffset(matched(4)),
    ),
  };
}

/** The numbers of the parameters behind the fixed ones. */
interface Places {
  readonly pattern: number | null;
  /** The first of two. */
  readonly parts: number | null;
  readonly organization: number;
}

function placesFrom(next: number, mode: Mode): Places {
  const pattern = mode === 'all' ? null : next++;
  const parts = mode === 'narrowed' ? next : null;
  return { pattern, parts, organization: parts === null ? next : next + 2 };
}

const counter = ({ emailVerified }: UserFilter): string =>
  emailVerified == null ? 'user_count' : emailVerified ? 'verified_user_count' : 'user_count - verified_user_count';

/** The filter's conditions without the customer and the search. */
const switches = (filter: UserFilter, organization: number): string[] => [
  ...(filter.emailVerified == null ? [] : [filter.emailVerified ? 'u.email_verified' : 'not u.email_verified']),
  ...(filter.isActive == null ? [] : [filter.isActive ? 'u.is_active' : 'not u.is_active']),
  ...(filter.organizationId ? [`u.organization_id = $${organization}`] : []),
];

// Not the expression of the index, so that it is only checked.
const checked = (pattern: number): string => `(${TEXT} || '') like $${pattern}`;

/** All conditions, to be checked along the customer's users. */
const walk = (filter: UserFilter, { pattern, organization }: Places): string =>
  ['u.customer_id = $1', ...(pattern === null ? [] : [checked(pattern)]), ...switches(filter, organization)].join(
    ' and ',
  );

/** All conditions, to be looked up in the trigram index: this way of asking for the customer has no index. */
const lookUp = (filter: UserFilter, { pattern, parts, organization }: Places): string =>
  [
    ...(parts === null
      ? [`${TEXT} like $${pattern}`]
      : [`${TEXT} like $${parts}`, `${TEXT} like $${parts + 1}`, checked(pattern!)]),
    'u.customer_id is not distinct from $1',
    ...switches(filter, organization),
  ].join(' and ');

/** The matches of a search, found in whichever way is shorter. */
const hits = (filter: UserFilter, places: Places, limit = ''): string =>
  `size as materialized (
     select user_count > ${FEW} as large from customers where id = $1
   ), hits as materialized (
     select u.id from users u where (select large from size) and ${lookUp(filter, places)}
     union all
     select u.id from users u where not (select large from size) and ${walk(filter, places)}
     ${limit}
   )`;

const plainPage = (conditions: string): string =>
  `select ${userColumns('u')} from users u where ${conditions} and u.id > $2 order by u.id limit $3`;

const indexedPage = (matches: string, conditions: string): string =>
  `with ${matches}, mass as materialized (
     select count(*) > ${COMMON} as common from hits
   ), found as (
     (select id from hits where id > $2 and not (select common from mass) order by id limit $3)
     union all
     (select u.id from users u where (select common from mass) and ${conditions} and u.id > $2 order by u.id limit $3)
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

import { sql } from '../../ground/kernel/database.ts';
import { columnOf, columnsOf, rowsAsJson, type Columns, type OrNull } from '../../ground/kernel/entity.ts';
import { defaultsOf } from '../attributes/index.ts';
import { trailOfEach } from '../audit/index.ts';
import { User, type UserColumns } from './user.entity.ts';
import { fieldsHaving } from './user.fields.ts';

type Property = keyof Columns<User> & string;

/** What a new user is stored with. The rest has defaults. */
const CREATED = [
  'id',
  'email',
  'emailKey',
  ...fieldsHaving('changedBy', 'owner', 'administrators'),
  'passwordHash',
  'selfRegistered',
  'termsAcceptedAt',
  'createdAt',
  'updatedAt',
] as const satisfies Property[];

/** What changes of many users at once. */
const CHANGED = fieldsHaving('changedBy');

/** What changes if it is given. */
const GIVEN = ['passwordHash', 'passwordChangedAt', 'attributes'] as const satisfies Property[];

/** A user as a statement takes them, by the names of properties. */
type NewRow = Pick<User, (typeof CREATED)[number]> & { readonly attributes: User['attributes'] | null };
type ChangedRow = Pick<User, 'id' | (typeof CHANGED)[number]> & Partial<Pick<User, (typeof GIVEN)[number]>>;

const column = (property: Property): string => columnOf(User, property);

export const newAsJson = rowsAsJson<NewRow>(User, [...CREATED, 'attributes']);
export const changedAsJson = rowsAsJson<ChangedRow>(User, ['id', ...CHANGED, ...GIVEN]);

/** The organizations of the rows, which stay until the transaction ends. */
const WANTED = `wanted as materialized (
     select u.* from jsonb_populate_recordset(null::users, :users::jsonb) u
   ), placed as materialized (
     select id from organizations
     where id in (select organization_id from wanted) and customer_id is not distinct from :customerId for key share
   )`;
const IS_PLACED = '(wanted.organization_id is null or wanted.organization_id in (select id from placed))';

interface Written {
  readonly customerId: string;
  readonly users: string;
  readonly events: string;
}

/** A user who was created. If not, everything but the first two is null. */
type CreatedRow = { readonly wantedId: string; readonly isPlaced: boolean } & OrNull<UserColumns>;

/**
 * Many rows at once: creates those of the users whose address and username are free and whose organization exists, with their
 * audit events. Locks the customer's row before any user's.
 */
export const createRows = sql<CreatedRow, Written>(
  'users.create',
  `with customer as materialized (
     select id from customers where id = :customerId for no key update
   ), ${WANTED}, defaults as materialized (
     select ${defaultsOf(':customerId', 'user')} as attributes
   ), created as (
     insert into users (customer_id, attributes, ${CREATED.map(column).join(', ')})
     select (select id from customer), coalesce(wanted.attributes, defaults.attributes),
       ${CREATED.map((property) => `wanted.${column(property)}`).join(', ')}
     from wanted, defaults where ${IS_PLACED}
     on conflict do nothing returning *
   ), trail as (
     ${trailOfEach(':events', 'created', 'created.id::text = e.subject_id')}
   )
   select wanted.id as "wantedId", ${IS_PLACED} as "isPlaced", ${columnsOf(User, 'created')}
   from wanted left join created on created.id = wanted.id`,
);

/**
 * Many rows at once: changes users who are locked, with their audit events. Returns those whose organization exists: the
 * others stay as they are.
 */
export const changeRows = sql<{ id: string }, Written>(
  'users.change',
  `with ${WANTED}, changed as (
     update users set ${CHANGED.map((property) => `${column(property)} = wanted.${column(property)}`).join(', ')},
       ${GIVEN.map((property) => `${column(property)} = coalesce(wanted.${column(property)}, users.${column(property)})`).join(', ')}
     from wanted
     where users.id = wanted.id and users.customer_id is not distinct from :customerId and ${IS_PLACED}
     returning users.id
   ), trail as (
     ${trailOfEach(':events', 'changed', 'changed.id::text = e.subject_id')}
   )
   select id from changed`,
);

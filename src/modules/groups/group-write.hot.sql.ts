import { sql } from '../../ground/kernel/database.ts';
import { columnOf, columnsOf, propertiesOf, rowsAsJson, type Columns } from '../../ground/kernel/entity.ts';
import { defaultsOf } from '../attributes/index.ts';
import { trailOfEach } from '../audit/index.ts';
import { Group } from './group.entity.ts';

/** What the statement and the database set by themselves. */
const SET: readonly string[] = ['customerId', 'memberCount', 'version'];

/** What a new group is stored with. */
const CREATED = propertiesOf(Group).filter((property) => !SET.includes(property)) as (keyof NewGroupRow & string)[];

/** A group to create. Without attributes it gets the defaults. */
export type NewGroupRow = Pick<Group, 'id' | 'name' | 'description' | 'createdAt' | 'updatedAt'> &
  Partial<Omit<Columns<Group>, 'attributes'>> & { readonly attributes: Group['attributes'] | null };

export const groupsAsJson = rowsAsJson<NewGroupRow>(Group, [...CREATED, 'attributes']);

const columns = CREATED.map((property) => columnOf(Group, property));

export type CreatedRow = Omit<Columns<Group>, 'attributes' | 'searchText' | 'formerSearchText'>;

interface Written {
  readonly customerId: string;
  readonly groups: string;
  readonly events: string;
}

/** Many rows at once: creates those of the groups whose names are free, with their audit events. */
export const createGroups = sql<CreatedRow, Written>(
  'groups.create',
  `with wanted as materialized (
     select g.* from jsonb_populate_recordset(null::groups, :groups::jsonb) g
   ), defaults as materialized (
     select ${defaultsOf(':customerId', 'group')} as attributes
   ), created as (
     insert into groups (customer_id, attributes, ${columns.join(', ')})
     select :customerId, coalesce(wanted.attributes, defaults.attributes),
       ${columns.map((column) => `wanted.${column}`).join(', ')}
     from wanted, defaults
     on conflict do nothing returning *
   ), trail as (
     ${trailOfEach(':events', 'created', 'created.id::text = e.subject_id')}
   )
   select ${columnsOf(Group, 'created')} from created`,
);

/**
 * The ids (`group_id`) of the groups of `start`, a query of ids, and of all groups that these are in. Each step follows the
 * index of one group: for a join, the planner may choose to read every nesting there is.
 */
const withOuterGroups = (start: string): string => `(
  with recursive inside as (
    ${start}
    union
    select outer_group.group_id from inside
    cross join lateral (select n.group_id from group_nestings n where n.member_id = inside.group_id offset 0) outer_group
  )
  select group_id from inside)`;

const direct = (user: string): string => `select m.group_id from memberships m where m.user_id = ${user}`;

/** The ids (`group_id`) of the groups that user `user` (a column) is in, directly or through groups in groups. */
export const effectiveGroups = (user: string): string => withOuterGroups(direct(user));

/** The same if the user were in the groups of `more`, a query of ids, too. */
export const effectiveGroupsWith = (user: string, more: string): string =>
  withOuterGroups(`(${direct(user)} union all ${more})`);

/** The names of the groups of `effectiveGroups`. Each is read by its key. */
export const effectiveGroupNames = (user: string): string =>
  `array(select (select n.name from groups n where n.id = e.group_id) from ${effectiveGroups(user)} e)`;

/** The ids (`group_id`) of group `group` (a column or parameter) and of the groups that it is in, through any number of levels. */
export const outerGroups = (group: string): string => withOuterGroups(`select ${group} as group_id`);

/** The ids (`group_id`) of group `group` (a column or parameter) and of the groups in it, through any number of levels. */
export const innerGroups = (group: string): string => `(
  with recursive inward as (
    select ${group} as group_id
    union
    select inner_group.group_id from inward
    cross join lateral (select n.member_id as group_id from group_nestings n where n.group_id = inward.group_id offset 0) inner_group
  )
  select group_id from inward)`;

/**
 * The ids (`group_id`) of the groups that user `user` (a column) is in, directly or through groups in groups. Each step
 * follows the index of one group: for a join, the planner may choose to read every nesting there is.
 */
export const effectiveGroups = (user: string): string => `(
  with recursive inside as (
    select m.group_id from memberships m where m.user_id = ${user}
    union
    select outer_group.group_id from inside
    cross join lateral (select n.group_id from group_nestings n where n.member_id = inside.group_id offset 0) outer_group
  )
  select group_id from inside)`;

/** The ids (`group_id`) of group `group` (a column) and of the groups that it is in, directly or through others. */
export const outerGroups = (group: string): string => `(
  with recursive inside as (
    select ${group} as group_id
    union
    select outer_group.group_id from inside
    cross join lateral (select n.group_id from group_nestings n where n.member_id = inside.group_id offset 0) outer_group
  )
  select group_id from inside)`;

/** The names of the groups that the user is in. Each is read by its key. */
export const effectiveGroupNames = (user: string): string =>
  `array(select (select n.name from groups n where n.id = e.group_id) from ${effectiveGroups(user)} e)`;

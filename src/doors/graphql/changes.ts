/** Lists of users to add to groups or remove from them: ten memberships are as much as one other change. */
const OF_USERS: ReadonlySet<string> = new Set(['userIds', 'memberIds']);
const USERS_PER_CHANGE = 10;

/** How many things the arguments of a mutation are about. Each of several groups gets or loses all of the selected users. */
export function thingsChanged(args: unknown): number {
  const { groupIds, select } = args as { readonly groupIds?: unknown; readonly select?: unknown };
  return Array.isArray(groupIds) && select !== undefined
    ? Math.ceil((groupIds.length * listed(select)) / USERS_PER_CHANGE)
    : listed(args);
}

/** As many as the longest list has, or as a selection is to find. */
function listed(args: unknown, name = ''): number {
  if (name === 'expectedCount' && typeof args === 'number') return args;
  if (typeof args !== 'object' || args === null) return 1;
  const length = Array.isArray(args) ? Math.ceil(args.length / (OF_USERS.has(name) ? USERS_PER_CHANGE : 1)) : 1;
  return Math.max(length, ...Object.entries(args).map(([key, value]) => listed(value, key)));
}

/** Lists of users to add to groups or remove from them: ten memberships are as much as one other change. */
const OF_USERS: ReadonlySet<string> = new Set(['userIds', 'memberIds']);
const USERS_PER_CHANGE = 10;

/** How many things the arguments of a mutation are about: as many as the longest list has, or as a selection is to find. */
export function thingsChanged(args: unknown, name = ''): number {
  if (name === 'expectedCount' && typeof args === 'number') return args;
  if (typeof args !== 'object' || args === null) return 1;
  const listed = Array.isArray(args) ? Math.ceil(args.length / (OF_USERS.has(name) ? USERS_PER_CHANGE : 1)) : 1;
  return Math.max(listed, ...Object.entries(args).map(([key, value]) => thingsChanged(value, key)));
}

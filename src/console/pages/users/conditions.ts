import type { TypeOf } from '../../graph/graphql.ts';
import { now } from '../../now.ts';
import { standingInput } from '../../parts/standing.ts';
import type { ListState } from '../../parts/list/list-state.ts';

type Where = TypeOf<'UserWhere'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last midnight so many days ago, so that the same filter is the same query all day. */
const daysAgo = (days: number): string => new Date(Math.floor(now() / DAY_MS) * DAY_MS - days * DAY_MS).toISOString();

/**
 * The order of the names, which lists of users have. Those who are searched have the server's own order: then many are found
 * as soon as few, wherever in the alphabet they are.
 */
export const USER_ORDERS = [{ field: 'NAME', direction: 'ASC' }, null] as const;

/**
 * Two characters or fewer are looked for at the start only: no index finds them within a text. In the order of names or of
 * addresses, only these are searched for them, because their index has those users side by side.
 */
export const lookedFor = (q: string, order: { readonly field: string } | null): Where => {
  if (q.length >= 3) return { or: [{ search: q }, { username: { startsWith: q } }] };
  if (order?.field === 'NAME') return { name: { startsWith: q } };
  if (order?.field === 'EMAIL') return { email: { startsWith: q } };
  return { or: [{ name: { startsWith: q } }, { email: { startsWith: q } }, { username: { startsWith: q } }] };
};

const yes = (value: string): boolean => value === 'yes';

/** Administrators, those who administer less, or members who administer nothing. */
function whoseRole(value: string): Where {
  const { role, administration } = standingInput(value);
  if (role === 'ADMIN') return { role: { eq: role } };
  const some = administration ? [administration] : STAFF;
  const staff: Where = { administration: { in: some } };
  return { and: [{ role: { eq: role } }, administration ? staff : { not: staff }] };
}

const STAFF: TypeOf<'Administration'>[] = ['AUDITOR', 'HELP_DESK'];

const CONDITIONS: Readonly<Record<string, (value: string) => Where>> = {
  active: (value) => ({ isActive: yes(value) }),
  role: whoseRole,
  factor: (value) => ({ mfa: { enrolled: yes(value) } }),
  verified: (value) => ({ emailVerified: yes(value) }),
  organization: (id) => ({ organizationId: { eq: id } }),
  group: (id) => ({ groups: { some: { id: { eq: id } } } }),
  login: (value) => ({
    lastLoginAt: value === 'never' ? { isNull: true } : { lt: daysAgo(value === '365' ? 365 : 30) },
  }),
};

/** What the address filters users by, as the schema takes it. Null if it does not filter. */
export function conditionsOf({ url, orderBy }: Pick<ListState<string>, 'url' | 'orderBy'>): Where | null {
  const { q } = url;
  const filters = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const value = url[name];
    return value ? [condition(value)] : [];
  });
  const and = [...(q ? [lookedFor(q, orderBy)] : []), ...filters];
  return and.length > 0 ? { and } : null;
}

import type { TypeOf } from '../../graph/graphql.ts';
import { now } from '../../now.ts';
import type { UrlState } from '../../url-state.ts';

type Where = TypeOf<'UserWhere'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last midnight so many days ago, so that the same filter is the same query all day. */
const daysAgo = (days: number): string => new Date(Math.floor(now() / DAY_MS) * DAY_MS - days * DAY_MS).toISOString();

/** Two characters or fewer are looked for at the start only: no index finds them within a text. */
export const lookedFor = (q: string): Where => {
  const text = q.length < 3 ? { startsWith: q } : { contains: q };
  return { or: [{ name: text }, { email: text }, { username: { startsWith: q } }] };
};

const yes = (value: string): boolean => value === 'yes';

const CONDITIONS: Readonly<Record<string, (value: string) => Where>> = {
  q: lookedFor,
  active: (value) => ({ isActive: yes(value) }),
  role: (value) => ({ role: { eq: value === 'ADMIN' ? 'ADMIN' : 'MEMBER' } }),
  factor: (value) => ({ mfa: { enrolled: yes(value) } }),
  verified: (value) => ({ emailVerified: yes(value) }),
  organization: (id) => ({ organizationId: { eq: id } }),
  group: (id) => ({ groups: { some: { id: { eq: id } } } }),
  login: (value) => ({
    lastLoginAt: value === 'never' ? { isNull: true } : { lt: daysAgo(value === '365' ? 365 : 30) },
  }),
};

/** What the address filters users by, as the schema takes it. Null if it does not filter. */
export function conditionsOf(url: UrlState): Where | null {
  const and = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const value = url[name];
    return value ? [condition(value)] : [];
  });
  return and.length > 0 ? { and } : null;
}

import { bytesOf } from '../load.ts';
import { withoutErrors } from './ask.ts';
import type { Line } from './compare.ts';
import { person, sharedName } from './people.ts';
import type { Scale } from './seed.ts';

const LIMIT = 25;
// Far from every regular pattern of the data, so that each request is about somebody else.
const STRIDE = 7_368_787;

const get = (path: string, { clientToken }: Scale): Buffer =>
  bytesOf({ method: 'GET', path, headers: { authorization: `Bearer ${clientToken}` } });

const always = (path: (scale: Scale) => string) => (scale: Scale) => {
  const request = get(path(scale), scale);
  return () => request;
};

export const FIGURES = `{ figures { users activeUsers days { day logins failedLogins secondFactors } topClients { clientId logins }
  attention { failingMails deadMails deadLogoutDeliveries expiringSecrets administratorsWithoutSecondFactor } } }`;

/** Searches for another person each time. */
const searching = (term: (n: number) => string) => (scale: Scale) => {
  let turn = 0;
  return () => {
    turn = (turn + STRIDE) % scale.size;
    return get(`/api/users?search=${encodeURIComponent(term(turn))}`, scale);
  };
};

/** Asks the graph about another person each time. */
const asking = (query: string, variablesOf: (n: number) => object) => (scale: Scale) => {
  let turn = 0;
  return () => {
    turn = (turn + STRIDE) % scale.size;
    return bytesOf({
      method: 'POST',
      path: '/graphql',
      headers: { authorization: `Bearer ${scale.clientToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: variablesOf(turn) }),
    });
  };
};

const FILTERED = `query ($where: UserWhere!, $orderBy: UserOrder) {
  users(where: $where, orderBy: $orderBy) { totalCount atLeast edges { node { id name } } }
}`;
const SEARCHED = `query ($text: String!) {
  search(text: $text) { totalCount atLeast edges { score node { __typename ... on User { id name } } } }
}`;

/** The text with two letters in its middle swapped. */
const mistyped = (text: string): string =>
  text.replace(
    /^(.{2,}?)(\p{L})(\p{L})(.+)$/u,
    (_, start: string, a: string, b: string, end: string) => start + b + a + end,
  );

/** Adds one outsider after another to the group that is next. */
const adding = (groupOf: (scale: Scale, turn: number) => string) => (scale: Scale) => {
  let turn = 0;
  return () => {
    const user = scale.outsiders[turn];
    if (user === undefined) return undefined;
    const path = `/groups/${groupOf(scale, turn++)}/members/${user}`;
    return bytesOf({ method: 'POST', path, headers: { authorization: `Bearer ${scale.clientToken}` } });
  };
};

export const lines: readonly Line<Scale>[] = [
  { title: 'GET /api/users, first page', status: 200, growth: 2, script: always(() => '/api/users') },
  { title: 'GET /api/users, 100 users', status: 200, growth: 2, script: always(() => '/api/users?limit=100') },
  {
    title: 'GET /api/users, last page',
    status: 200,
    script: always(({ size }) => `/api/users?page=${Math.ceil((size + 1) / LIMIT)}`),
  },
  { title: 'search: a whole address', status: 200, growth: 2, script: searching((n) => person(n).email) },
  {
    title: 'search: an address nobody has',
    status: 200,
    growth: 2,
    script: searching((n) => person(n).email.replace(/\d+@/, (digits) => `x${digits}`)),
  },
  { title: 'search: a name that twenty have', status: 200, growth: 2, script: searching(sharedName) },
  { title: 'search: a family name', status: 200, script: searching((n) => person(n).familyName) },
  // REST refuses them among more than 50,000 users, because it would have to count all.
  ...['example.com', 'a'].map((search): Line<Scale> => ({
    title: `filter: ${search}, which all have`,
    status: 200,
    within: 1_000,
    script: asking(FILTERED, () => ({ where: { search } })),
    heard: withoutErrors,
  })),
  {
    title: 'filter: a name, by the last login',
    status: 200,
    growth: 2,
    script: asking(FILTERED, (n) => ({
      where: { name: { eq: person(n).name }, isActive: true, not: { emailVerified: false } },
      orderBy: { field: 'LAST_LOGIN_AT' },
    })),
  },
  {
    title: 'filter: the start of an address, in groups',
    status: 200,
    growth: 2,
    script: asking(FILTERED, (n) => ({
      where: { email: { startsWith: person(n).email.split('@')[0] }, groups: { some: {} } },
    })),
  },
  {
    title: 'filter: no second factor, which all have',
    status: 200,
    script: asking(FILTERED, () => ({ where: { mfa: { enrolled: false } }, orderBy: { field: 'NAME' } })),
  },
  {
    title: 'search at once: an address',
    status: 200,
    growth: 2,
    script: asking(SEARCHED, (n) => ({ text: person(n).email })),
  },
  {
    title: 'search at once: family name, given name',
    status: 200,
    growth: 2,
    script: asking(SEARCHED, (n) => ({ text: `${person(n).familyName}, ${person(n).givenName}` })),
  },
  {
    title: 'search at once: an address with a typo',
    status: 200,
    growth: 2,
    script: asking(SEARCHED, (n) => ({ text: mistyped(person(n).email) })),
  },
  {
    title: 'search at once: a name with a typo',
    status: 200,
    script: asking(SEARCHED, (n) => ({ text: `${person(n).givenName} ${mistyped(person(n).familyName)}` })),
  },
  {
    title: 'search at once: a given name',
    status: 200,
    script: asking(SEARCHED, (n) => ({ text: person(n).givenName })),
  },
  {
    title: 'figures of a month, ten events a user',
    status: 200,
    growth: 2,
    script: asking(FIGURES, () => ({})),
  },
  { title: 'GET /groups, a thousand groups', status: 200, script: always(() => '/groups') },
  {
    title: 'add a member to a group of ten',
    status: 204,
    growth: 2,
    script: adding(({ groups }, turn) => groups[turn % groups.length]!),
  },
  {
    title: 'add a member to a group of nearly all',
    status: 204,
    growth: 2,
    script: adding(({ largeGroup }) => largeGroup),
  },
];

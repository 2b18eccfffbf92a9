import { bytesOf } from '../load.ts';
import type { Line } from './compare.ts';
import type { Scale } from './seed.ts';

/** How many users one operation is about. */
const SIZE = 500;

const CREATE = `mutation ($inputs: [CreateUserInput!]!) { done: createUsers(inputs: $inputs, mode: ALL) { changedCount } }`;
const UPDATE = `mutation ($select: UserSelectionInput!, $input: UpdateUserInput!) {
  done: updateUsers(select: $select, input: $input) { changedCount }
}`;
const memberships = (verb: 'addUsersTo' | 'removeUsersFrom'): string =>
  `mutation ($select: UserSelectionInput!, $groupIds: [ID!]!) {
    done: ${verb}Groups(select: $select, groupIds: $groupIds) { changedCount }
  }`;

/** Asks for one operation after another, each of which changes as many users. */
const operating = (
  title: string,
  documentOf: (scale: Scale, turn: number) => { readonly query: string; readonly variables: object },
): Line<Scale> => ({
  title: `bulk: ${title}`,
  status: 200,
  growth: 2,
  script: (scale) => {
    let turn = 0;
    return () => {
      const body = JSON.stringify(documentOf(scale, turn++));
      const headers = { authorization: `Bearer ${scale.clientToken}`, 'content-type': 'application/json' };
      return bytesOf({ method: 'POST', path: '/graphql', headers, body });
    };
  },
  heard: (answer) => {
    const body = answer.toString().split('\r\n\r\n')[1]!;
    const changed = Number(/"changedCount":(\d+)/.exec(body)?.[1]);
    // The lines before these have put a few of the users into groups.
    if (!(changed >= SIZE * 0.9)) throw new Error(`Not ${SIZE} were changed: ${body.slice(0, 500)}`);
  },
});

const emailOf = (turn: number, n: number): string => `bulk.${turn}.${n}@example.com`;

/** Outsiders, by their ids. */
const byIds = ({ outsiders }: Scale) => ({ ids: outsiders.slice(-SIZE) });
/** Those whom the first operation has created. */
const byWhere = () => ({
  where: { email: { startsWith: emailOf(0, 0).slice(0, -'0@example.com'.length) } },
  expectedCount: SIZE,
});

/** Puts the users into a group and out of it again, and so on with each group. */
const joining = (select: (scale: Scale) => object) => (scale: Scale, turn: number) => ({
  query: memberships(turn % 2 === 0 ? 'addUsersTo' : 'removeUsersFrom'),
  variables: { select: select(scale), groupIds: [scale.groups[Math.floor(turn / 2) % scale.groups.length]] },
});

/** Gives the users another value each time. */
const updating = (select: (scale: Scale) => object) => (scale: Scale, turn: number) => ({
  query: UPDATE,
  variables: { select: select(scale), input: { picture: `https://example.com/${turn}.png` } },
});

/** Many users at once. */
export const bulkLines: readonly Line<Scale>[] = [
  operating('create 500 users', (_, turn) => ({
    query: CREATE,
    variables: {
      inputs: Array.from({ length: SIZE }, (_each, n) => ({
        email: emailOf(turn, n),
        givenName: 'Bulk',
        familyName: `${n}`,
      })),
    },
  })),
  operating('update 500 users by ids', updating(byIds)),
  operating('update 500 users by where', updating(byWhere)),
  operating('500 users into a group or out of it, by ids', joining(byIds)),
  operating('500 users into a group or out of it, by where', joining(byWhere)),
];

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;
let others: string;

const SEARCH = `query ($text: String!, $types: [SearchableType!], $first: Int, $after: String, $last: Int, $before: String) {
  search(text: $text, types: $types, first: $first, after: $after, last: $last, before: $before) {
    totalCount atLeast pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges {
      score cursor
      node {
        __typename
        ... on User { title: name } ... on Group { title: name } ... on Client { title: name } ... on Organization { title: name }
      }
    }
  }
}`;

interface Edge {
  readonly score: number;
  readonly node: { readonly __typename: string; readonly title: string };
}
const search = async (text: string, args: object = {}, token = admin) =>
  (await app.data(token, SEARCH, { text, ...args })).search;
const titlesOf = ({ edges }: { edges: Edge[] }) => edges.map(({ node }) => node.title);
const titles = async (text: string, args: object = {}, token = admin) => titlesOf(await search(text, args, token));
const refusal = async (args: object, token: string) =>
  (await app.graphql(token, SEARCH, args)).body.errors[0].extensions;

async function fill(token: string): Promise<void> {
  const create = (what: string, type: string, input: object) =>
    app.data(token, `mutation ($input: ${type}!) { ${what}(input: $input) { __typename } }`, { input });
  // In random addresses, whatever is searched for can be, such as 100.
  let letter = 'a';
  const user = (name: string, more: object = {}) => {
    letter += 'a';
    return create('createUser', 'CreateUserInput', { name, email: `${letter}@search.example`, ...more });
  };
  await user('Grace Hopper', { username: 'amazing-grace' });
  await user('The Admiral', { givenName: 'Grazia', familyName: 'Hopperton' });
  await user('Katherine Johnson', { email: 'kj.orbits@nasa.example', phoneNumber: '+1 (757) 555-0142' });
  await user('Zoë Müller');
  await user('100% Sure_Thing');
  await create('createGroup', 'CreateGroupInput', { name: 'Hopper fans', description: 'Compilers and nanoseconds' });
  await create('createOrganization', 'CreateOrganizationInput', { name: 'Hopper & Sons' });
  await create('createClient', 'CreateClientInput', {
    name: 'Hopper console',
    grantTypes: ['CLIENT_CREDENTIALS'],
    scopes: ['READ'],
  });
}

beforeAll(async () => {
  [admin, others] = [
    await app.token('admin', await app.newCustomer()),
    await app.token('admin', await app.newCustomer()),
  ];
  await fill(admin);
});

describe('search', () => {
  it('finds users, groups, clients and organizations at once, the best first', async () => {
    const { edges, totalCount, atLeast } = await search('hopper');
    expect(edges.map(({ node }: Edge) => node.__typename).toSorted()).toEqual([
      'Client',
      'Group',
      'Organization',
      'User',
      'User',
    ]);
    expect([totalCount, atLeast]).toEqual([5, false]);
    expect(titlesOf({ edges }).at(-1)).toBe('The Admiral');
    const scores = edges.map(({ score }: Edge) => score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    for (const score of scores) expect(score > 0 && score <= 1).toBe(true);
  });

  it.each([
    ['grace hopper', ['Grace Hopper']],
    ['HOPPER, Grace', ['Grace Hopper']],
    ['hopperton grazia', ['The Admiral']],
    ['amazing', ['Grace Hopper']],
    ['amazing-grace', ['Grace Hopper']],
    ['kj.orbits@nasa.example', ['Katherine Johnson']],
    ['orbits', ['Katherine Johnson']],
    ['+1 757 555 0142', ['Katherine Johnson']],
    ['(757) 555', ['Katherine Johnson']],
    ['zoë', ['Zoë Müller']],
    ['MÜLLER zo', ['Zoë Müller']],
    ['nanoseconds', ['Hopper fans']],
    ['100%', ['100% Sure_Thing']],
    ['hopper zoë', []],
    ['hopper 100%', []],
    ['ZZZ', []],
  ])('finds by any words, in any order and case: %s', async (text, found) => {
    expect(await titles(text)).toEqual(found);
  });

  it.each([
    ['Katherin Johnson', 'a letter is left out'],
    ['Katherrine Johnson', 'a letter is added'],
    ['Kathirine Johnson', 'a letter is another'],
    ['Kahterine Johnson', 'two letters are swapped'],
    ['atherine johnson', 'the first letter is left out'],
    ['Johnsno', 'the last letters are swapped'],
    ['Katherinne', 'alone'],
    ['orbist nasa', 'in an address'],
  ])('forgives one typo: %s, %s', async (text) => {
    expect(await titles(text)).toEqual(['Katherine Johnson']);
  });

  it('forgives no second typo, and ranks what has none first', async () => {
    expect(await titles('Kahterine Jonhson')).toEqual([]);
    expect(await titles('Hopler')).toHaveLength(4);
    await app.data(admin, 'mutation { createGroup(input: { name: "Hoppar" }) { __typename } }');
    expect((await titles('hoppar'))[0]).toBe('Hoppar');
  });

  it('is read page by page in both directions, with cursors of one search', async () => {
    const all = await titles('hopper');
    const first = await search('hopper', { first: 2 });
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const after = first.pageInfo.endCursor;
    expect([...titlesOf(first), ...(await titles('hopper', { first: 10, after }))]).toEqual(all);
    expect(await titles('hopper', { last: 2 })).toEqual(all.slice(-2));
    expect(await titles('hopper', { last: 1, before: after })).toEqual([all[0]]);
    for (const args of [{ text: 'grace' }, { text: 'hopper', types: ['USER'] }])
      expect(await refusal({ ...args, after }, admin)).toMatchObject({ code: 'INVALID_CURSOR', field: 'after' });
  });

  it('looks for some types only, if they are given', async () => {
    expect(await titles('hopper', { types: ['ORGANIZATION', 'ORGANIZATION'] })).toEqual(['Hopper & Sons']);
    expect(await titles('hopper', { types: [] })).toEqual([]);
  });

  it('finds nothing of another customer', async () => {
    for (const text of ['hopper', 'grace hopper', 'Hopler', '757555'])
      expect(await search(text, {}, others)).toMatchObject({ edges: [], totalCount: 0, atLeast: false });
  });

  it('finds for a member what members may list, and refuses what they may not', async () => {
    const name = `Walrus ${randomUUID()}`;
    const user = await buildUser(app, { name: 'Walrus' });
    await buildClient(app, { name, ownerId: user.id });
    await buildClient(app, { name: 'Walrus of others' });
    await app.data(
      await app.token('admin'),
      'mutation { createGroup(input: { name: "Walrus group" }) { __typename } }',
    );
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    expect((await titles('walrus', {}, token)).toSorted()).toEqual([name, 'Walrus group'].toSorted());
    expect(await refusal({ text: 'walrus', types: ['USER'] }, token)).toMatchObject({ kind: 'FORBIDDEN' });
  });

  it.each([
    [{ text: '' }, 'text'],
    [{ text: ' -.,' }, 'text'],
    [{ text: 'a\0b' }, 'text'],
    [{ text: 'x'.repeat(256) }, 'text'],
    [{ text: 'a b c d e f g h i j k' }, 'text'],
    [{ text: 'hopper', first: 1001 }, 'first'],
    [{ text: 'hopper', after: 'x' }, 'after'],
  ])('refuses %j by name', async (args, field) => {
    expect(await refusal(args, admin)).toMatchObject({ kind: 'INVALID', field });
  });

  it('takes as many queries, however much it finds, and one more for a typo', async () => {
    const counts = [];
    for (const text of ['hopper', 'Katherine', 'Hopler'])
      counts.push((await queriesOf(() => search(text, { types: ['USER'] }))).length);
    expect(counts).toEqual([counts[0], counts[0], counts[0]! + 1]);
  });
});

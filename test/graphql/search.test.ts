import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';

const app = useApp();
let admin: string;

// Texts that mean something in SQL, in its patterns, or to a query builder.
const TEXTS = [
  '?',
  '??',
  '$1',
  ':name',
  "'",
  '"',
  "' or 1=1 --",
  '\\',
  '\\?',
  '%',
  '_',
  '[::alias::]',
  '{0}',
  '`',
  '🜚',
];

interface Page {
  readonly totalCount: number;
  readonly edges: readonly { readonly node: { readonly name: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

const nameOf = (text: string): string => `Left ${text} right`;

/** Each kind of thing that is searched by name: the field of its list, and how one is made. */
const LISTS: Readonly<Record<string, readonly [mutation: string, input: (name: string, n: number) => object]>> = {
  groups: [
    'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }',
    (name) => ({ name }),
  ],
  organizations: [
    'mutation ($name: String!) { createOrganization(input: { name: $name }) { organization { id } } }',
    (name) => ({ name }),
  ],
  clients: [
    'mutation ($input: CreateClientInput!) { createClient(input: $input) { client { id } } }',
    (name) => ({ name, redirectUris: ['https://app.example/'] }),
  ],
  users: [
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
    (name, n) => ({ name, email: `user-${n}@example.com` }),
  ],
};

beforeAll(async () => {
  admin = await app.token('admin');
  for (const [list, [mutation, input]] of Object.entries(LISTS))
    for (const [n, text] of TEXTS.entries()) {
      const given = input(nameOf(text), n);
      await app.data(admin, mutation, list === 'organizations' ? given : { input: given });
    }
});

describe.each(Object.keys(LISTS))('a search of %s', (list) => {
  const query = `query ($search: String!, $after: String) {
    found: ${list}(first: 1, where: { name: { contains: $search } }, after: $after) {
      totalCount edges { node { name } } pageInfo { hasNextPage endCursor }
    }
  }`;

  it.each(TEXTS)('finds the words of %j as they are written, and nothing else', async (text) => {
    const words = text.split(' ');
    const expected = TEXTS.map(nameOf).filter((name) => words.every((word) => name.includes(word)));
    const names: string[] = [];
    let after: string | null = null;
    do {
      const { found }: { found: Page } = await app.data(admin, query, { search: `left ${text}`, after });
      expect(found.totalCount).toBe(expected.length);
      names.push(...found.edges.map(({ node }) => node.name));
      after = found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null;
    } while (after);
    expect(names.toSorted()).toEqual(expected.toSorted());
  });
});

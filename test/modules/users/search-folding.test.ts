/** Searches in the letters that people type: without accents, with the letters of a domain, and by words in any order. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { folded } from '#product';
import { useApp } from '../../support/app.ts';
import { buildUser } from '../../support/builders.ts';

const app = useApp();
let token: string;

const USERS = [
  ['idn@bücher.example', 'Jürgen Müller'],
  ['raw@xn--mnchen-3ya.example', 'Łukasz Große'],
  ['greta.456@folding.example', 'Some Body'],
  ['mueller@folding.example', 'Muller, Ann'],
  ['кирилл@пример.example', 'Йозеф Ёлкин'],
] as const;

beforeAll(async () => {
  token = await app.token('admin');
  for (const [email, name] of USERS) await buildUser(app, { email, name });
  for (const name of ['Résumés', 'Resume'])
    await app.data(token, 'mutation ($name: String!) { createGroup(input: { name: $name }) { group { id } } }', {
      name,
    });
});

const rest = async (search: string): Promise<string[]> =>
  (await app.send('GET', `/api/users?${new URLSearchParams({ search }).toString()}`, { token })).body.users.map(
    ({ email }: { email: string }) => email,
  );
const root = async (text: string): Promise<string[]> =>
  (
    await app.data(
      token,
      'query ($text: String!) { search(text: $text, types: [USER]) { edges { node { ... on User { email } } } } }',
      { text },
    )
  ).search.edges.map(({ node }: { node: { email: string } }) => node.email);
const list = async (where: object, orderBy: object | null = null): Promise<string[]> =>
  (
    await app.data(
      token,
      'query ($where: UserWhere, $orderBy: UserOrder) { users(where: $where, orderBy: $orderBy) { edges { node { email } } } }',
      { where, orderBy },
    )
  ).users.edges.map(({ node }: { node: { email: string } }) => node.email);

const [idn, raw, greta, ann, kirill] = USERS.map(([email]) => email) as [string, string, string, string, string];

describe('a search', () => {
  it.each([
    ['bücher', [idn]],
    ['BUCHER', [idn]],
    ['idn@bücher.example', [idn]],
    ['idn@xn--bcher-kva.example', [idn]],
    ['münchen', [raw]],
    ['munchen', [raw]],
    ['xn--mnchen-3ya', [raw]],
    ['Muller', [idn, ann]],
    ['müller', [idn, ann]],
    ['ann müller', [ann]],
    ['lukasz', [raw]],
    ['grosse lukasz', [raw]],
    ['greta 456', [greta]],
    ['456 greta', [greta]],
    ['body greta', [greta]],
    ['пример', [kirill]],
    ['елкин иозеф', [kirill]],
    ['greta 457', []],
  ])('for %j finds %j, by REST and by GraphQL', async (text, found) => {
    expect(await rest(text)).toEqual(found);
    expect((await root(text)).toSorted()).toEqual(found.toSorted());
  });

  it.each([
    [{ name: { contains: 'muller' } }, [idn, ann]],
    [{ name: { contains: 'muller jurgen' } }, [idn]],
    [{ email: { contains: 'bücher idn' } }, [idn]],
    [{ email: { contains: 'bcher-kva' } }, [idn]],
    [{ name: { startsWith: 'lukasz gro' } }, [raw]],
    [{ name: { startsWith: 'MÜLL' } }, [ann]],
    [{ email: { startsWith: 'idn@bü' } }, [idn]],
    [{ email: { startsWith: 'idn@bu' } }, [idn]],
    [{ email: { startsWith: 'idn@xn--bcher-kva.exa' } }, [idn]],
    [{ search: 'grosse raw' }, [raw]],
    [{ name: { eq: 'jürgen müller' } }, [idn]],
    [{ name: { eq: 'Jurgen Muller' } }, []],
    [{ name: { in: ['Jurgen Muller', 'muller, ann'] } }, [ann]],
    [{ email: { eq: 'IDN@BÜCHER.example' } }, [idn]],
    [{ email: { in: ['idn@bucher.example', 'raw@münchen.example'] } }, [raw]],
  ])('by the filter %j finds %j, in every order', async (where, found) => {
    for (const orderBy of [null, { field: 'NAME' }, { field: 'EMAIL', direction: 'DESC' }])
      expect((await list(where, orderBy)).toSorted()).toEqual(found.toSorted());
  });

  it('lists names with accents beside those without', async () => {
    const emails = await list({ email: { in: [idn, raw, ann] } }, { field: 'NAME' });
    expect(emails).toEqual([idn, raw, ann]);
  });

  it('finds groups without accents, and the exact name if that is asked for', async () => {
    const groups = async (where: object): Promise<string[]> =>
      (
        await app.data(token, 'query ($where: GroupWhere) { groups(where: $where) { edges { node { name } } } }', {
          where,
        })
      ).groups.edges.map(({ node }: { node: { name: string } }) => node.name);
    expect(await groups({ name: { contains: 'resume' } })).toEqual(['Résumés', 'Resume']);
    expect(await groups({ name: { startsWith: 'résum' } })).toEqual(['Résumés', 'Resume']);
    expect(await groups({ name: { eq: 'resume' } })).toEqual(['Resume']);
  });

  it('follows changes of names and addresses', async () => {
    const user = await buildUser(app, { email: 'before@folding.example', name: 'Bèfore' });
    await app.data(token, 'mutation ($id: ID!) { updateUser(id: $id, input: { name: "Áfter" }) { user { id } } }', {
      id: user.id,
    });
    expect(await rest('after')).toEqual([user.email]);
    expect(await root('after')).toEqual([user.email]);
  });
});

describe('folding', () => {
  it.each([
    'Müller',
    'Straße',
    'ŁÓDŹ',
    'ﬁn',
    'İstanbul',
    'ΟΔΥΣΣΕΥΣ',
    'ελλάς',
    '김',
    'がぎ',
    'Ｆｕｌｌ',
    'हिन्दी',
    'Ünïcödé 100%',
    'ÆØÅ',
  ])('of %s is the same in the database and here', async (text) => {
    const { rows } = await app.server.database.pool.query('select search_folded($1) as text', [text]);
    expect(rows[0].text).toBe(folded(text));
  });

  it.each([
    ['xn--bcher-kva', 'bücher'],
    ['xn--fiqs8s', '中国'],
    ['xn--e1afmkfd', 'пример'],
    ['xn--n3h', '☃'],
    ['xn--80aa0cbo65f', 'раураӏ'],
    ['xn--ls8h', '💩'],
    ['example', 'example'],
    ['xn--', 'xn--'],
    ['xn--99999999999999999999', 'xn--99999999999999999999'],
  ])('reads the label %s of a domain as %s', async (label, shown) => {
    const { rows } = await app.server.database.pool.query('select search_label($1) as label', [label]);
    expect(rows[0].label).toBe(shown);
  });
});

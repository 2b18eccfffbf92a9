/** Every query of the console takes the same number of statements, however many rows it finds. */
import { beforeAll, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { consoleDocuments } from '../support/console.ts';
import { ConsoleData } from '../support/console-data.ts';
import { QUERIES } from '../support/console-variables.ts';
import { pageHeaders } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const FEW = 2;
const MORE = 18;
const queries = consoleDocuments().filter(({ kind }) => kind === 'query');
let data: ConsoleData;
let headers: Record<string, string>;

beforeAll(async () => {
  data = new ConsoleData(app, app.customer);
  await data.create();
  await data.add(FEW);
  headers = await pageHeaders(app, await buildClient(app), await buildUser(app, { role: 'admin' }));
});

interface Measured {
  readonly statements: string[];
  readonly rows: number;
}

async function measure(id: string, variables: object): Promise<Measured> {
  const ask = () => app.send('POST', '/graphql', { headers, body: { documentId: id, variables } });
  const { text, body } = await ask();
  if (!body?.data || body.errors) throw new Error(`${id}: ${text}`);
  // Those that wait for the same are sent in any order, and some have the time in their text.
  const statements = (await queriesOf(ask)).map((sent) => sent.replaceAll(/'[^']*'/g, "''")).toSorted();
  return { statements, rows: text.split('{').length };
}

/** Queries that have no list. */
const WITHOUT_ROWS = [
  'Defaults',
  'Viewer',
  'Role',
  'Settings',
  'SecondFactorPolicy',
  'Keys',
  'GroupsTotal',
  'UsersTotal',
  'Organization',
  'AskedOrganization',
  'PreviewedUser',
  'OrganizationsOf',
  'FindAddresses',
  'Api',
  'Attribute',
  'Branding',
  'MailTemplates',
  'MailPreview',
];

it('has variables here', () => {
  expect(Object.keys(QUERIES).toSorted()).toEqual(queries.map(({ name }) => name).toSorted());
});

it('takes as many statements for many rows as for few', async () => {
  const measureAll = async () => {
    const measured: [string, Measured][] = [];
    for (const { id, name } of queries) measured.push([name, await measure(id, QUERIES[name]!(data.ids))]);
    return measured;
  };
  const few = await measureAll();
  await data.add(MORE);
  const many = new Map(await measureAll());
  for (const [name, { statements, rows }] of few) {
    const { statements: now, rows: more } = many.get(name)!;
    // The newest events can be about fewer kinds of things than those before them.
    expect([name, now.filter((text) => !statements.includes(text))]).toEqual([name, []]);
    expect([name, now.length <= statements.length]).toEqual([name, true]);
    expect([name, statements.length > 0 && statements.length < 20]).toEqual([name, true]);
    expect([name, WITHOUT_ROWS.includes(name) || more > rows]).toEqual([name, true]);
  }
});

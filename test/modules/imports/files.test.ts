/** Files as other systems and spreadsheets write them. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { importsOf } from '../../support/imports.ts';

const app = useApp();
let admin: string;
const { prepare, upload, imported, importedLines, faultsOf, userOf } = importsOf(app, () => admin);

beforeAll(async () => {
  admin = await app.token('admin');
  for (const name of ['North; South', 'East', '[West'])
    await app.data(admin, 'mutation ($name: String!) { createGroup(input: { name: $name }) { group { id } } }', {
      name,
    });
});

const isActive = async (name: string, host: string): Promise<boolean> => (await userOf(`${name}@${host}`)).is_active;

describe('the state of a user of another system', () => {
  const HOST = 'state.example';

  it.each([
    ['blocked', true, false],
    ['blocked', false, true],
    ['disabled', 'yes', false],
    ['isDisabled', 'f', true],
    ['suspended', 1, false],
    ['accountLocked', 'TRUE', false],
    ['archived', 0, true],
    ['enabled', 'n', false],
    ['accountEnabled', 'False', false],
    ['account_enabled', 't', true],
    ['status', 'SUSPENDED', false],
    ['status', 'Locked out', false],
    ['status', 'DEPROVISIONED', false],
    ['status', 'ACTIVE', true],
    ['UserStatus', 'FORCE_CHANGE_PASSWORD', true],
    ['UserStatus', 'COMPROMISED', false],
    ['is_active', 'off', false],
  ])('is read from the column %s: %j is active: %s', async (column, value, active) => {
    const name = `${column}-${String(value)}`.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-');
    expect(await importedLines([{ email: `${name}@${HOST}`, [column]: value }])).toMatchObject({
      createdCount: 1,
      ignoredColumns: [],
    });
    expect(await isActive(name, HOST)).toBe(active);
  });

  it('is a fault if nobody knows it, so that nobody becomes active by it', async () => {
    const rows = [
      { email: `odd@${HOST}`, status: 'on holiday' },
      { email: `odder@${HOST}`, blocked: 'perhaps' },
      { email: `oddest@${HOST}`, enabled: true, status: 'UNKNOWN' },
      { email: `list@${HOST}`, blocked: [true] },
    ];
    const state = await importedLines(rows);
    expect(faultsOf(state)).toEqual([1, 2, 3, 4].map((row) => [row, 'isActive', 'INVALID_INPUT']));
    expect(state.faults.edges[0].node.message).toMatch(/known state/);
  });

  it('is active only if all columns say so', async () => {
    const header = 'email,Enabled,User status,Suspended\n';
    const state = await imported(
      {},
      `${header}all@${HOST},true,CONFIRMED,false\none@${HOST},true,CONFIRMED,true\ntwo@${HOST},false,,\nnone@${HOST},,,\n`,
    );
    expect(state).toMatchObject({ createdCount: 4, ignoredColumns: [] });
    const active = await Promise.all(['all', 'one', 'two', 'none'].map((name) => isActive(name, HOST)));
    expect(active).toEqual([true, false, false, true]);
  });

  it('is read the other way round if the mapping says so', async () => {
    const columns = [
      { column: 'Gesperrt', field: 'IS_ACTIVE', negated: true },
      { column: 'Austritt', field: 'IS_ACTIVE', negated: true },
      { column: 'Adresse offen', field: 'EMAIL_VERIFIED', negated: true },
    ];
    const body = `email,Gesperrt,Austritt,Adresse offen\nin@${HOST},0,0,nein\nout@${HOST},0,1,1\nfit@${HOST},no,no,no\n`;
    const state = await imported({ columns }, body);
    expect(faultsOf(state)).toEqual([[2, 'emailVerified', 'INVALID_INPUT']]);
    expect(await userOf(`out@${HOST}`)).toMatchObject({ is_active: false, email_verified: false });
    expect(await userOf(`fit@${HOST}`)).toMatchObject({ is_active: true, email_verified: true });
  });

  it('has an opposite, and names have none', async () => {
    const input = { format: 'CSV', columns: [{ column: 'Name', field: 'NAME', negated: true }] };
    const mutation =
      'mutation ($input: CreateUserImportInput!) { createUserImport(input: $input) { userImport { id } } }';
    const { errors } = (await app.graphql(admin, mutation, { input })).body;
    expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'columns.0.negated' });
  });
});

describe('the columns of other systems', () => {
  it.each([
    [
      'Keycloak',
      { id: '1', username: 'Ada@kc.example', email: 'ada@kc.example', emailVerified: true, firstName: 'Ada' },
    ],
    [
      'Auth0',
      { user_id: 'auth0|1', email: 'ada@auth0.example', email_verified: true, given_name: 'Ada', blocked: false },
    ],
    ['Okta', { login: 'ada@okta.example', email: 'ada@okta.example', firstName: 'Ada', status: 'ACTIVE' }],
    ['Entra', { userPrincipalName: 'ada@entra.example', mail: null, givenName: 'Ada', accountEnabled: true }],
    ['Cognito', { 'cognito:username': 'ADA@cognito.example', email: 'ada@cognito.example', given_name: 'Ada' }],
    ['Google', { 'Email Address [Required]': 'ada@google.example', 'First Name [Required]': 'Ada' }],
    [
      'Firebase',
      { localId: 'x', email: 'ada@firebase.example', displayName: 'Ada', photoUrl: 'https://a.example/a.png' },
    ],
  ])('are known: %s', async (system, row) => {
    expect(await importedLines([row])).toMatchObject({ createdCount: 1, faultyCount: 0 });
    const user = await userOf(`ada@${system === 'Keycloak' ? 'kc' : system.toLowerCase()}.example`);
    expect(user).toMatchObject({ username: null, is_active: true });
    expect([user.given_name, user.name]).toContain('Ada');
  });

  it('give way to a better name of the same, if that is not blank', async () => {
    const body =
      'mail,userPrincipalName,login,username\nann@rank.example,x@rank.example,ann.login,ann\n,ben@rank.example,ben,\n';
    expect(await imported({}, body)).toMatchObject({ createdCount: 2, faultyCount: 0 });
    expect((await userOf('ann@rank.example')).username).toBe('ann');
    expect((await userOf('ben@rank.example')).username).toBe('ben');
  });

  it('may have the address as the username, but not the address of somebody else', async () => {
    const state = await importedLines([
      { email: 'Own@name.example', username: 'OWN@name.example' },
      { email: 'own@bücher.example', username: 'own@xn--bcher-kva.example' },
      { email: 'other@name.example', username: 'own@name.example' },
    ]);
    expect(state.createdCount).toBe(2);
    expect(faultsOf(state)).toEqual([[3, 'username', 'INVALID_INPUT']]);
    expect(await userOf('own@name.example')).toMatchObject({ username: null, name: 'Own' });
  });
});

describe('a cell of groups', () => {
  it.each([
    ['a JSON list', '"[""North; South"", ""East""]"', ['East', 'North; South']],
    ['a text with semicolons', '"East; [West"', ['East', '[West']],
    ['a name that begins with a bracket', '[West', ['[West']],
  ])('is %s', async (name, cell, groups) => {
    const email = `${name.replaceAll(' ', '-').toLowerCase()}@groups.example`;
    expect(await imported({}, `email,groups\n${email},${cell}\n`)).toMatchObject({ createdCount: 1, faultyCount: 0 });
    expect((await userOf(email)).groups.toSorted()).toEqual(groups.toSorted());
  });
});

describe('the separator and the encoding of a file', () => {
  const HOST = 'encoding.example';

  it.each([
    ['a comma', 'email,name\n', ','],
    ['a semicolon, with a comma in a name', 'email;"name"\n', ';'],
    ['a tab', 'email\tname\n', '\t'],
    ['a vertical bar', 'email|name\n', '|'],
    ['what its first line says', 'sep=;\r\nemail;name\r\n', ';'],
  ])('are found: %s', async (name, header, delimiter) => {
    const email = `${name.replaceAll(/[^a-z]/g, '-')}@${HOST}`;
    // A name is a single line, which has no tab.
    const other = delimiter === '\t' ? ',' : delimiter;
    const state = await imported({}, `${header}${email}${delimiter}"Who${other}ever"\n`);
    expect(state).toMatchObject({ createdCount: 1, delimiter, encoding: 'utf-8' });
    expect((await userOf(email)).name).toBe(`Who${other}ever`);
  });

  it('are found in a header with the separator of others inside quotes', async () => {
    const body = `"email";"a, b, c, d"\nquoted@${HOST};x\n`;
    expect(await imported({}, body)).toMatchObject({ createdCount: 1, delimiter: ';', ignoredColumns: ['a, b, c, d'] });
  });

  it('count the line of the separator as a row', async () => {
    expect(faultsOf(await imported({}, 'sep=;\nemail;name\nnobody;x\n'))).toEqual([[3, 'email', 'INVALID_INPUT']]);
  });

  const NAME = 'Zoë Müller – “€”';
  const utf16 = Buffer.from(`\uFEFFemail\tname\r\nutf16@${HOST}\t${NAME}\r\n`, 'utf16le');
  it.each([
    [
      'windows-1252',
      Buffer.from(
        [...`email;name\nlatin@${HOST};Zo`, 0xeb, ...' M', 0xfc, ...'ller ', 0x96, ' ', 0x93, 0x80, 0x94].map((each) =>
          typeof each === 'string' ? each.codePointAt(0)! : each,
        ),
      ),
      'latin',
    ],
    ['utf-16le', utf16, 'utf16'],
    ['utf-16be', Buffer.from(utf16).swap16(), 'utf16'],
    ['utf-8', Buffer.from(`email,name\nutf8@${HOST},${NAME}`), 'utf8'],
  ])('are found: %s', async (encoding, body, user) => {
    expect(await imported({}, body)).toMatchObject({ faultyCount: 0, encoding });
    expect((await userOf(`${user}@${HOST}`)).name).toBe(NAME);
  });

  it('may begin to differ from ASCII far into the file, between two parts of it', async () => {
    const filler = Array.from({ length: 6 }, (_, n) => `filler-${n}@far.${HOST},x,${'.'.repeat(40_000)}`).join('\n');
    for (const encoding of ['utf8', 'latin1'] as const) {
      const body = Buffer.concat([
        Buffer.from(`email,name,note\n${filler}\n`),
        Buffer.from(`${encoding}@far.${HOST},Zoë`, encoding),
      ]);
      expect(await imported({}, body)).toMatchObject({
        faultyCount: 0,
        encoding: encoding === 'utf8' ? 'utf-8' : 'windows-1252',
      });
      expect((await userOf(`${encoding}@far.${HOST}`)).name).toBe('Zoë');
    }
  });

  it('are refused if they change within the file', async () => {
    const { id } = await prepare({});
    const body = Buffer.concat([
      Buffer.from('email,name\na@b.example,Zoë\n'),
      Buffer.from('c@d.example,Zoë\n', 'latin1'),
    ]);
    expect((await upload(id, body)).body).toMatchObject({ code: 'IMPORT_FILE_BROKEN' });
  });
});

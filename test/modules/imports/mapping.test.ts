/** The columns that are found in a file, and how a caller maps them. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { importsOf } from '../../support/imports.ts';

const app = useApp();
let admin: string;
const { prepare, upload, settled, imported, userOf } = importsOf(app, () => admin);

beforeAll(async () => {
  admin = await app.token('admin');
});

const COLUMNS = 'query ($id: ID!) { userImport(id: $id) { state columns { column field attribute negated samples } } }';
const columnsOf = async (id: string, token = admin) =>
  (await app.data(token, COLUMNS, { id })).userImport.columns as Record<string, unknown>[];
const column = (name: string, field: string | null, samples: string[], more: object = {}) => ({
  column: name,
  field,
  attribute: null,
  negated: false,
  samples,
  ...more,
});

const BCRYPT = '$2b$04$abcdefghijklmnopqrstuuSWaRhPv6DIQ3BMsFRHIt3bKSGXYvHEO';

describe('the columns of a file', () => {
  it('are told with some values of each and what each is read as, but no secrets', async () => {
    const { id } = await imported(
      { dryRun: true },
      'Mail;Vorname;blocked;attributes.site;pw_hash;other\n' +
        `ada@map.example;Ada;false;Bonn;abc;${BCRYPT}\ngrace@map.example;;true;Ulm;def;x\nada@map.example;Ada;no;;ghi;y\n`,
    );
    expect(await columnsOf(id)).toEqual([
      column('Mail', 'EMAIL', ['ada@map.example', 'grace@map.example']),
      column('Vorname', null, ['Ada']),
      column('blocked', 'IS_ACTIVE', ['false', 'true', 'no'], { negated: true }),
      column('attributes.site', null, ['Bonn', 'Ulm'], { attribute: 'site' }),
      column('pw_hash', null, []),
      column('other', null, ['x', 'y']),
    ]);
  });

  it('are told of JSON, and of a file that is refused because of them', async () => {
    const lines = await imported(
      { format: 'JSON_LINES', dryRun: true },
      `{"email":"a@map.example","tags":["x"],"odd":"\\u0000\\ud800"}\n{"email":"b@map.example","age":4}\n`,
    );
    expect((await columnsOf(lines.id)).map(({ column: name, samples }) => [name, samples])).toEqual([
      ['email', ['a@map.example', 'b@map.example']],
      ['tags', ['["x"]']],
      ['odd', ['\ufffd']],
      ['age', ['4']],
    ]);
    const { id } = await prepare({ dryRun: true });
    expect((await upload(id, 'Adresse,Ort\nada@map.example,Bonn\n')).body).toMatchObject({
      code: 'IMPORT_COLUMNS_WRONG',
    });
    expect(await columnsOf(id)).toEqual([column('Adresse', null, ['ada@map.example']), column('Ort', null, ['Bonn'])]);
  });

  it('have samples in previews only, and for those who may import', async () => {
    const body = 'email\nada@map.example\n';
    const { id } = await imported({ dryRun: true }, body);
    expect(await columnsOf(id, await app.token('read'))).toEqual([column('email', 'EMAIL', [])]);
    const { id: real } = await imported({}, body);
    expect(await columnsOf(real)).toEqual([column('email', 'EMAIL', [])]);
    const { rows } = await app.server.database.pool.query(
      'select found_columns::text as text from user_imports where id = $1',
      [real],
    );
    expect(rows[0].text).not.toContain('ada@');
  });
});

describe('a given encoding', () => {
  it.each([
    ['windows-1250', Buffer.from([0xe8]), 'č'],
    ['iso-8859-2', Buffer.from([0xb9]), 'š'],
    ['windows-1251', Buffer.from([0xe6]), 'ж'],
    ['macintosh', Buffer.from([0x8a]), 'ä'],
    ['shift_jis', Buffer.from([0x8e, 0x52]), '山'],
  ])('(%s) is how the file is read', async (encoding, bytes, name) => {
    const email = `${encoding.replaceAll('_', '-')}@map.example`;
    const body = Buffer.concat([Buffer.from(`email,name\n${email},`), bytes, Buffer.from('\n')]);
    expect(await imported({ encoding }, body)).toMatchObject({ createdCount: 1, encoding });
    expect((await userOf(email)).name).toBe(name);
  });

  it('is one of those that are known, and the file has to be in it', async () => {
    const create = `mutation ($input: CreateUserImportInput!) { createUserImport(input: $input) { userImport { id } } }`;
    const { body } = await app.graphql(admin, create, { input: { format: 'CSV', encoding: 'klingon' } });
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT' });
    const { id } = await prepare({ encoding: 'utf-8' });
    expect((await upload(id, Buffer.from([0x65, 0x0a, 0xe4, 0x0a]))).body).toMatchObject({
      code: 'IMPORT_FILE_BROKEN',
    });
    await upload(id, 'email\nlast@map.example\n');
    expect(await settled(id)).toMatchObject({ state: 'DONE', createdCount: 1 });
  });
});

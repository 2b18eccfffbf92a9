/** The CSV of `firebase auth:export`, whose hashes need the parameters of the project. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { answerOf, authorizePath, buildClient } from '../../support/builders.ts';
import { BrowserLite } from '../../support/browser-lite.ts';
import { importsOf } from '../../support/imports.ts';

const app = useApp();
let admin: string;
const { prepare, upload, settled, imported, importedLines, faultsOf, userOf } = importsOf(app, () => admin);

beforeAll(async () => {
  admin = await app.token('admin');
});

/** What Firebase publishes as an example. */
const KEY = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
const SALT = '42xEC+ixf3L2lw==';
const HASH = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
const firebase = { signerKey: KEY, saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 };

/** A row as firebase-tools writes it. */
const row = (given: Record<number, string>): string =>
  `${Array.from({ length: 28 }, (_, n) => given[n] ?? '').join(',')},\n`;

const signsIn = async (email: string, password: string): Promise<boolean> => {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(await buildClient(app)));
  return answerOf(await browser.logIn({ email, password })).code !== undefined;
};

const sealed = async (id: string): Promise<Buffer | null> =>
  (await app.server.database.pool.query('select sealed_parameters from user_imports where id = $1', [id])).rows[0]
    .sealed_parameters;

describe('a file of Firebase', () => {
  it('is read without a row of names, and its users sign in', async () => {
    const ada = { 0: 'u1', 1: 'ada@fire.example', 2: 'true', 3: HASH, 4: SALT, 5: 'Ada "the first" Lovelace' };
    const state = await imported(
      { format: 'FIREBASE_CSV', firebase },
      row({ ...ada, 6: 'https://fire.example/a.png', 25: '+4930123456', 26: 'false', 27: '"{""level"":1}"' }) +
        row({
          0: 'u2',
          1: 'grace@fire.example',
          2: 'false',
          5: '"Hopper, Grace"',
          8: 'other@fire.example',
          26: 'true',
        }),
    );
    expect([faultsOf(state), state]).toMatchObject([[], { createdCount: 2, totalRows: 2, delimiter: ',' }]);
    expect(await userOf('ada@fire.example')).toMatchObject({
      name: 'Ada "the first" Lovelace',
      email_verified: true,
      phone_number: '+4930123456',
      picture: 'https://fire.example/a.png',
      is_active: true,
    });
    expect(await userOf('grace@fire.example')).toMatchObject({
      name: 'Hopper, Grace',
      is_active: false,
      password_hash: null,
    });
    expect(await signsIn('ada@fire.example', 'user1password')).toBe(true);
    expect((await userOf('ada@fire.example')).password_hash).toMatch(/^\$argon2id/);
  });

  it('can be JSON lines, and its columns can be mapped', async () => {
    const rows = [{ email: 'json@fire.example', emailVerified: true, passwordHash: HASH, salt: SALT }];
    expect(await importedLines(rows, { firebase })).toMatchObject({ createdCount: 1, ignoredColumns: [] });
    expect(await signsIn('json@fire.example', 'user1password')).toBe(true);
    const mapping = [{ column: 'Google Email', field: 'EMAIL' }];
    const state = await imported(
      { format: 'FIREBASE_CSV', firebase, columns: mapping },
      row({ 1: 'not@fire.example', 8: 'google@fire.example' }),
    );
    expect(state).toMatchObject({ createdCount: 1, faultyCount: 0 });
    expect(await userOf('google@fire.example')).toBeDefined();
  });

  it('has faults where hashes cannot be read, and needs the parameters', async () => {
    const body = row({ 1: 'one@fire.example', 3: HASH, 4: SALT });
    expect(faultsOf(await imported({ format: 'FIREBASE_CSV' }, body))).toEqual([
      [1, 'passwordHash', 'PASSWORD_HASH_UNKNOWN'],
    ]);
    const unsalted = await imported({ format: 'FIREBASE_CSV', firebase }, row({ 1: 'one@fire.example', 3: HASH }));
    expect(faultsOf(unsalted)).toEqual([[1, 'passwordHash', 'PASSWORD_HASH_UNKNOWN']]);
    const { id } = await prepare({ format: 'FIREBASE_CSV', firebase });
    expect((await upload(id, '')).body).toMatchObject({ code: 'IMPORT_FILE_BROKEN' });
  });
});

describe('the parameters of Firebase', () => {
  it('are kept encrypted until the file is there, and are told nobody', async () => {
    const { id } = await prepare({ format: 'FIREBASE_CSV', firebase });
    const kept = await sealed(id);
    expect(kept!.length).toBeGreaterThan(KEY.length);
    expect(kept!.toString('latin1')).not.toContain(KEY);
    await upload(id, row({ 1: 'kept@fire.example', 3: HASH, 4: SALT }));
    expect(await settled(id)).toMatchObject({ createdCount: 1 });
    expect(await sealed(id)).toBeNull();
    const { rows } = await app.server.database.pool.query(
      `select i::text || coalesce((select string_agg(e::text, '') from audit_events e where e.subject_id = i.id::text), '') as text
       from user_imports i where id = $1`,
      [id],
    );
    expect(rows[0].text).not.toContain(KEY);
  });

  it('are deleted when the import is canceled', async () => {
    const { id } = await prepare({ format: 'FIREBASE_CSV', firebase });
    await app.data(admin, 'mutation ($id: ID!) { cancelUserImport(id: $id) { userImport { id } } }', { id });
    expect(await sealed(id)).toBeNull();
  });

  it.each([
    [{ signerKey: '' }, 'signerKey'],
    [{ signerKey: 'no base64!' }, 'signerKey'],
    [{ saltSeparator: 'ü' }, 'saltSeparator'],
    [{ rounds: 0 }, 'rounds'],
    [{ rounds: 9 }, 'rounds'],
    [{ memoryCost: 15 }, 'memoryCost'],
  ])('are refused if they are wrong: %j', async (wrong, field) => {
    const { body } = await app.graphql(
      admin,
      `mutation ($input: CreateUserImportInput!) { createUserImport(input: $input) { userImport { id } } }`,
      { input: { format: 'FIREBASE_CSV', firebase: { ...firebase, ...wrong } } },
    );
    expect(body.errors[0].extensions.code).toBe('INVALID_INPUT');
    expect(JSON.stringify(body.errors)).toContain(field);
  });

  it('are needed for a column of salts', async () => {
    const { body } = await app.graphql(
      admin,
      `mutation ($input: CreateUserImportInput!) { createUserImport(input: $input) { userImport { id } } }`,
      { input: { format: 'CSV', columns: [{ column: 'salz', field: 'PASSWORD_SALT' }] } },
    );
    expect(body.errors[0].extensions.code).toBe('INVALID_INPUT');
  });
});

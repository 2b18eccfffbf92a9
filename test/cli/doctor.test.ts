import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { useCli } from '../support/cli.ts';

const app = useApp();
const cli = useCli(app);

interface Check {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly advice?: string;
}

async function examine(env: Record<string, string> = {}) {
  const { code, json } = await cli.run(['doctor', '--json'], { env });
  const checks = json.checks as Check[];
  const named = (name: string) => checks.find((check) => check.name === name);
  return { code, ok: json.ok as boolean, named, statuses: checks.map(({ name, status }) => `${name} ${status}`) };
}

describe('guildhall doctor', () => {
  it('finds nothing wrong where nothing is', async () => {
    const { code, ok, statuses } = await examine();
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(statuses).toEqual([
      'configuration ok',
      'data_dir skipped',
      'secret_key ok',
      'database ok',
      'read_replica skipped',
      'pg_trgm ok',
      'clock ok',
      'migrations ok',
      'signing_keys ok',
      'customers ok',
      'email_codes ok',
      'mail ok',
      'documents skipped',
    ]);
  });

  it('asks every query for what belongs to other customers', async () => {
    await app.newCustomer('Stranger');
    await buildUser(app);
    const { code, json } = await cli.run(['doctor', '--isolation', '--json']);
    const { status, message } = json.checks.find(({ name }: Check) => name === 'isolation');
    expect({ code, status }).toEqual({ code: 0, status: 'ok' });
    expect(Number(/^(\d+) questions/.exec(message)![1])).toBeGreaterThan(100);
  });

  it('says what is wrong and what to do, in words too', async () => {
    const { code, stdout } = await cli.run(['doctor'], { env: { PORT: 'many' } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^wrong +configuration +PORT: read "many"\.\n +→ Set it to a whole number/);
  });

  it('looks at where lists are read', async () => {
    const at = async (url: string) => (await examine({ DATABASE_READ_URL: url })).named('read_replica');
    expect(await at(app.databaseUrl)).toMatchObject({
      status: 'warning',
      message: 'DATABASE_READ_URL leads to no replica.',
    });
    expect(await at(app.databaseUrl.replace(/[^/]*$/, 'template1'))).toMatchObject({
      status: 'wrong',
      message: 'DATABASE_READ_URL leads to another database.',
    });
    expect(await at('postgres://nobody@127.0.0.1:1/nothing')).toMatchObject({
      status: 'wrong',
      message: expect.stringContaining('cannot be reached'),
    });
  });

  it('reads the manifests of trusted documents as a server would', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    const manifest = join(folder, 'documents.json');
    writeFileSync(manifest, JSON.stringify({ one: '{ viewer { kind } }' }));
    const env = { GRAPHQL_MANIFESTS: manifest, GRAPHQL_DOCUMENTS: 'trusted' };
    expect((await examine(env)).named('documents')).toMatchObject({
      status: 'ok',
      message: 'Trusted documents: 1. Only these are run.',
    });
    writeFileSync(manifest, JSON.stringify({ one: '{ nothing }', two: '{' }));
    const { code, named } = await examine(env);
    expect([code, named('documents')]).toEqual([
      1,
      {
        name: 'documents',
        status: 'wrong',
        message: expect.stringMatching(/^GRAPHQL_MANIFESTS: read .*, document one\. Further faults: 1\.$/),
        advice: expect.stringContaining('Cannot query field "nothing"'),
      },
    ]);
    rmSync(folder, { recursive: true });
  });

  it('notices that SECRET_KEY is another one', async () => {
    const { code, named } = await examine({ SECRET_KEY: Buffer.alloc(32, 9).toString('base64') });
    expect(code).toBe(1);
    expect(named('signing_keys')).toMatchObject({ status: 'wrong', advice: expect.stringContaining('SECRET_KEY') });
  });

  it('notices that the database cannot be reached, and shows no password', async () => {
    const { code, named } = await examine({ DATABASE_URL: 'postgres://someone:s3cr3t@127.0.0.1:1/guildhall' });
    expect(code).toBe(1);
    expect(named('database')).toMatchObject({ status: 'wrong', advice: expect.stringContaining('DATABASE_URL') });
    expect(JSON.stringify(named('database'))).not.toContain('s3cr3t');
  });

  it('warns of production without a mail server, and of nothing with one', async () => {
    const production = { NODE_ENV: 'production', BASE_URL: 'https://id.example' };
    const without = await examine(production);
    expect(without.named('mail')).toMatchObject({ status: 'warning', advice: expect.stringContaining('SMTP_URL') });
    const { named } = await examine({ ...production, SMTP_URL: 'smtp://user:s3cr3t@127.0.0.1:2525' });
    expect(named('mail')).toEqual({ name: 'mail', status: 'ok', message: 'SMTP_URL names the mail server.' });
  });

  it('notices that codes by email cannot be sent to those who need them to sign in', async () => {
    const production = { NODE_ENV: 'production', BASE_URL: 'https://id.example' };
    const set = (on: boolean) => app.server.database.pool.query('update customers set email_codes = $1', [on]);
    await set(true);
    const without = await examine(production);
    expect(without.code).toBe(1);
    expect(without.named('email_codes')).toMatchObject({
      status: 'wrong',
      message: expect.stringMatching(/cannot sign in\.$/),
      advice: expect.stringContaining('SMTP_URL'),
    });
    const { named } = await examine({ ...production, SMTP_URL: 'smtp://127.0.0.1:2525' });
    expect(named('email_codes')).toMatchObject({ status: 'ok' });
    await set(false);
    expect((await examine(production)).named('email_codes')).toMatchObject({ status: 'ok' });
  });

  it('warns of a variable that is probably misspelled, which is no failure', async () => {
    const { code, named } = await examine({ SIGNUP_ENABELD: 'true' });
    expect(code).toBe(0);
    expect(named('configuration')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('SIGNUP_ENABLED'),
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLog, loadConfig, startServer } from '#product';
import { TestApp } from '../support/app.ts';
import { environmentOf, TestCli } from '../support/cli.ts';
import { until } from '../support/until.ts';
import { TEST_SECRET_KEY } from '../support/template.ts';

const cli = new TestCli();
let app: TestApp;

// Each test has keys of its own.
beforeEach(async () => {
  app = new TestApp({});
  await app.start();
  cli.env = environmentOf(app);
});
afterEach(() => app.stop());

const published = async (): Promise<string[]> =>
  (await app.send('GET', '/oauth2/jwks')).body.keys.map(({ kid }: { kid: string }) => kid);

/** Another key for ES256, which the running server signs with. */
async function rotated(): Promise<string> {
  const { json } = await cli.run(['keys', 'rotate', '--algorithm', 'ES256', '--json']);
  app.clock.advance(661);
  return json.keys[0].id;
}

describe('guildhall keys', () => {
  it('rotates what a running server signs with, and tokens stay good', async () => {
    const token = await app.token('read');
    const before = await published();
    const { code, json } = await cli.run(['keys', 'rotate', '--algorithm', 'ES256', '--json']);
    expect(code).toBe(0);
    expect(json.keys).toEqual([
      {
        id: expect.any(String),
        algorithm: 'ES256',
        active_from: expect.any(String),
        retires_at: null,
        created_at: expect.any(String),
      },
    ]);
    app.clock.advance(61);
    expect(new Set(await published())).toEqual(new Set([...before, json.keys[0].id]));
    expect((await app.send('GET', '/groups', { token })).status).toBe(200);
    app.clock.advance(600);
    const [header] = (await app.token('read')).split('.');
    expect(JSON.parse(Buffer.from(header!, 'base64url').toString()).kid).toBe(json.keys[0].id);
  });

  it('lists every key with what it is there for', async () => {
    await rotated();
    const { code, json } = await cli.run(['keys', 'list', '--json']);
    expect(code).toBe(0);
    const kinds = json.keys.map(({ algorithm, status }: Record<string, string>) => `${algorithm} ${status}`);
    expect(kinds).toEqual(['ES256 signing', 'ES256 next', 'EdDSA signing', 'PS256 signing', 'RS256 signing']);
    expect((await cli.run(['keys', 'list'])).stdout).toContain(`ES256  signing  ${json.keys[0].id}`);
  });

  it('seals no key that the servers could not open', async () => {
    await rotated();
    const env = { SECRET_KEY: Buffer.alloc(32, 9).toString('base64') };
    const { code, json } = await cli.run(['keys', 'rotate', '--json'], { env });
    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'KEYS_SEALED' });
    expect((await cli.run(['keys', 'list', '--json'])).json.keys).toHaveLength(5);
  });

  it('withdraws a key at once, and what it signed, on every running server within seconds', async () => {
    const next = await rotated();
    const env = { NODE_ENV: 'test', PORT: '0', BASE_URL: app.issuer, SECRET_KEY: TEST_SECRET_KEY };
    const config = loadConfig({ ...env, DATABASE_URL: app.databaseUrl });
    const other = await startServer(config, createLog('silent'), app.clock);
    const token = await app.token('read');
    const kid = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid as string;
    expect(kid).toBe(next);
    const status = async () =>
      (await fetch(`http://127.0.0.1:${other.port}/groups`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status()).toBe(200);
    const { code, json } = await cli.run(['keys', 'revoke', kid, '--json']);
    // By the clock of the command, it is still the next key.
    expect({ code, json }).toEqual({ code: 0, json: { revoked: kid, made: null } });
    await until(async () => (await status()) === 401 && !(await published()).includes(kid));
    expect((await app.send('GET', '/groups', { token })).status).toBe(401);
    const [header] = (await app.token('read')).split('.');
    expect(await published()).toContain(JSON.parse(Buffer.from(header!, 'base64url').toString()).kid);
    await other.stop();
  });

  const keysOf = async (algorithm: string): Promise<Record<string, string | null>[]> =>
    (await cli.run(['keys', 'list', '--json'])).json.keys.filter(
      (key: { algorithm: string }) => key.algorithm === algorithm,
    );

  it('lets the next key sign in the place of a revoked one, since relying parties have read it', async () => {
    const [signing] = await keysOf('PS256');
    const [next] = (await cli.run(['keys', 'rotate', '--algorithm', 'PS256', '--json'])).json.keys;
    const { json } = await cli.run(['keys', 'revoke', signing!['id']!, '--json']);
    expect(json.made).toMatchObject({ id: next.id, retires_at: null });
    expect(await keysOf('PS256')).toEqual([expect.objectContaining({ id: next.id, status: 'signing' })]);
    const { code, json: second } = await cli.run(['keys', 'revoke', next.id, '--json']);
    expect({ code, second }).toMatchObject({ code: 0, second: { revoked: next.id } });
    const { made } = second;
    expect(await keysOf('PS256')).toEqual([expect.objectContaining({ id: made.id, status: 'signing' })]);
  });

  it('lets the key go on that was to be replaced, and knows no key that is not there', async () => {
    const [signing] = await keysOf('RS256');
    const [{ id }] = (await cli.run(['keys', 'rotate', '--algorithm', 'RS256', '--json'])).json.keys;
    expect((await keysOf('RS256')).map(({ retires_at: end }) => end)).toEqual([expect.any(String), null]);
    const revoked = await cli.run(['keys', 'revoke', `--kid=${id}`, '--json']);
    expect(revoked.json.made).toBeNull();
    expect(await keysOf('RS256')).toEqual([{ ...signing, status: 'signing' }]);
    const unknown = await cli.run(['keys', 'revoke', `--kid=${id}`, '--json']);
    expect([unknown.code, unknown.json.error.code]).toEqual([1, 'KEY_NOT_FOUND']);
    expect((await cli.run(['keys', 'revoke'])).code).toBe(2);
    expect((await cli.run(['keys', 'revoke', 'a', 'b'])).code).toBe(2);
  });
});

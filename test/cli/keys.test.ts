import { describe, expect, it, jest } from '@jest/globals';
import { createLog, loadConfig, startServer } from '#product';
import { useApp } from '../support/app.ts';
import { useCli } from '../support/cli.ts';
import { until } from '../support/relying-party.ts';
import { TEST_SECRET_KEY } from '../support/template.ts';

jest.setTimeout(60_000);
const app = useApp();
const cli = useCli(app);

const published = async (): Promise<string[]> =>
  (await app.send('GET', '/oauth2/jwks')).body.keys.map(({ kid }: { kid: string }) => kid);

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
    const { code, json } = await cli.run(['keys', 'list', '--json']);
    expect(code).toBe(0);
    const kinds = json.keys.map(({ algorithm, status }: Record<string, string>) => `${algorithm} ${status}`);
    expect(kinds).toEqual(['ES256 signing', 'ES256 next', 'EdDSA signing', 'PS256 signing', 'RS256 signing']);
    expect((await cli.run(['keys', 'list'])).stdout).toContain(`ES256  signing  ${json.keys[0].id}`);
  });

  it('seals no key that the servers could not open', async () => {
    const env = { SECRET_KEY: Buffer.alloc(32, 9).toString('base64') };
    const { code, json } = await cli.run(['keys', 'rotate', '--json'], { env });
    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'KEYS_SEALED' });
    expect((await cli.run(['keys', 'list', '--json'])).json.keys).toHaveLength(5);
  });

  it('withdraws a key at once, and what it signed, on every running server within seconds', async () => {
    const env = { NODE_ENV: 'test', PORT: '0', BASE_URL: app.issuer, SECRET_KEY: TEST_SECRET_KEY };
    const config = loadConfig({ ...env, DATABASE_URL: app.databaseUrl });
    const other = await startServer(config, createLog('silent'), app.clock);
    const token = await app.token('read');
    const kid = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid as string;
    const status = async () =>
      (await fetch(`http://127.0.0.1:${other.port}/groups`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status()).toBe(200);
    const { code, json } = await cli.run(['keys', 'revoke', kid, '--json']);
    expect({ code, json }).toEqual({
      code: 0,
      json: { revoked: kid, made: expect.objectContaining({ algorithm: 'ES256', retires_at: null }) },
    });
    await until(async () => (await status()) === 401 && !(await published()).includes(kid));
    expect((await app.send('GET', '/groups', { token })).status).toBe(401);
    const [header] = (await app.token('read')).split('.');
    expect(JSON.parse(Buffer.from(header!, 'base64url').toString()).kid).toBe(json.made.id);
    await other.stop();
  });

  it('puts another in the place of one that was to sign next, and knows no key that is not there', async () => {
    const [{ id }] = (await cli.run(['keys', 'rotate', '--algorithm', 'RS256', '--json'])).json.keys;
    const revoked = await cli.run(['keys', 'revoke', `--kid=${id}`, '--json']);
    // The one before was retiring, so one takes over for good.
    expect(revoked.json.made).toMatchObject({ algorithm: 'RS256' });
    const unknown = await cli.run(['keys', 'revoke', `--kid=${id}`, '--json']);
    expect([unknown.code, unknown.json.error.code]).toEqual([1, 'KEY_NOT_FOUND']);
    expect((await cli.run(['keys', 'revoke'])).code).toBe(2);
    expect((await cli.run(['keys', 'revoke', 'a', 'b'])).code).toBe(2);
  });
});

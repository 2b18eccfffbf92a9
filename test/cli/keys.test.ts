import { describe, expect, it, jest } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { useCli } from '../support/cli.ts';

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
    expect(kinds).toEqual(['ES256 signing', 'ES256 next', 'RS256 signing']);
    expect((await cli.run(['keys', 'list'])).stdout).toContain(`ES256  signing  ${json.keys[0].id}`);
  });

  it('seals no key that the servers could not open', async () => {
    const env = { SECRET_KEY: Buffer.alloc(32, 9).toString('base64') };
    const { code, json } = await cli.run(['keys', 'rotate', '--json'], { env });
    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'KEYS_SEALED' });
    expect((await cli.run(['keys', 'list', '--json'])).json.keys).toHaveLength(3);
  });
});

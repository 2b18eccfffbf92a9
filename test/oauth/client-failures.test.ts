import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { askForTokens } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp({ TRUST_PROXY: '1' });
const SECRET = 'ghs_right';

const service = (): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_post',
    grantTypes: ['client_credentials'],
    scopes: ['read'],
    redirectUris: [],
  });

const ask = (client_id: string, client_secret: string | undefined, ip: string) =>
  askForTokens(app, { grant_type: 'client_credentials', client_id, client_secret }, { 'x-forwarded-for': ip });

describe('a client that fails to authenticate', () => {
  it('RFC 6749 §2.3.1: is refused unseen after twenty wrong guesses in five minutes, from that address alone', async () => {
    const { id } = await service();
    for (let time = 0; time < 20; time++) expect((await ask(id, `wrong ${time}`, '192.0.2.1')).status).toBe(401);
    const queries = await queriesOf(async () => {
      const { status, headers, body } = await ask(id, SECRET, '192.0.2.1');
      expect([status, body.error, body.code]).toEqual([429, 'temporarily_unavailable', 'TOO_MANY_TRIES']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(240);
    });
    expect(queries).toEqual([]);
    expect((await ask(id, SECRET, '192.0.2.2')).status).toBe(200);
    const neighbor = await service();
    expect((await ask(neighbor.id, SECRET, '192.0.2.1')).status).toBe(200);
    app.clock.advance(301);
    expect((await ask(id, SECRET, '192.0.2.1')).status).toBe(200);
  });

  it.each([
    ['198.51.100.8:', '198.51.100.8'],
    ['[2001:db8:8::9]:', '2001:db8:8::9'],
  ])('is the same caller with every port that a proxy tells: %s', async (before, ip) => {
    const { id } = await service();
    for (let port = 40_000; port < 40_020; port++) expect((await ask(id, 'wrong', before + port)).status).toBe(401);
    expect((await ask(id, 'wrong', `${before}50000`)).status).toBe(429);
    expect((await ask(id, 'wrong', ip)).status).toBe(429);
  });

  it('counts as the proxy if that tells no address', async () => {
    const { id } = await service();
    for (let time = 0; time < 20; time++) expect((await ask(id, 'wrong', `unknown${time}`)).status).toBe(401);
    expect((await ask(id, 'wrong', 'x'.repeat(500))).status).toBe(429);
  });

  it('counts at every endpoint that asks who a client is', async () => {
    const { id } = await service();
    const ip = '192.0.2.6';
    const send = (path: string, client_secret: string) =>
      app.send('POST', path, {
        body: new URLSearchParams({ token: 'x', client_id: id, client_secret }),
        headers: { 'x-forwarded-for': ip },
      });
    for (let time = 0; time < 20; time++) {
      const path = time % 2 ? '/oauth2/introspect' : '/oauth2/revoke';
      expect((await send(path, `wrong ${time}`)).status).toBe(401);
    }
    for (const path of ['/oauth2/introspect', '/oauth2/revoke', '/oauth2/token'])
      expect((await send(path, SECRET)).status).toBe(429);
  });

  it('does not stop credentials that were right before', async () => {
    const { id } = await service();
    expect((await ask(id, SECRET, '192.0.2.3')).status).toBe(200);
    for (let time = 0; time < 20; time++) await ask(id, 'an old one', '192.0.2.3');
    expect((await ask(id, 'an old one', '192.0.2.3')).status).toBe(429);
    expect((await ask(id, SECRET, '192.0.2.3')).status).toBe(200);
  });

  it('is refused whichever client it claims to be after two hundred times', async () => {
    const ip = '192.0.2.4';
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 20 }, () => ask(randomUUID(), 'x', ip)));
    expect((await ask((await service()).id, SECRET, ip)).status).toBe(429);
    // Who has no secret guesses none.
    expect((await ask(randomUUID(), undefined, ip)).status).toBe(401);
  });

  it('costs a request that is in order no query', async () => {
    const { id } = await service();
    expect(await queriesOf(() => ask(id, SECRET, '192.0.2.5'))).toHaveLength(1);
  });
});

import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser, SECRET } from '../support/builders.ts';
import { newKey, signed } from '../support/keys.ts';
import { askForTokens, claimsIn, redeem, redemption, refreshing } from '../support/logins.ts';

const app = useApp();
let user: BuiltUser;
let service: Client;
beforeAll(async () => {
  user = await buildUser(app);
  service = await buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'client_secret_basic',
    secretHash: hashOfGenerated(SECRET),
    grantTypes: ['client_credentials'],
    redirectUris: [],
    scopes: ['read'],
  });
});

const own = () => ({ grant_type: 'client_credentials', client_id: service.id, client_secret: SECRET });
const form = () => new URLSearchParams(own()).toString();

/** What the server answers to these bytes until it closes the connection. */
async function answerTo(request: string): Promise<string> {
  const socket = connect(app.server.port, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

describe('requests of programs', () => {
  it.each([
    'application/x-www-form-urlencoded;charset=UTF-8',
    'application/x-www-form-urlencoded; charset="utf-8"',
    'Application/X-WWW-Form-Urlencoded',
  ])('have forms with a charset, in any spelling (%s)', async (type) => {
    const headers = { 'content-type': type };
    const { status } = await fetch(`${app.issuer}/oauth2/token`, { method: 'POST', headers, body: form() });
    expect(status).toBe(200);
  });

  it('offer HTTP/2 in every request, and get the answer in HTTP/1.1, with a length or in chunks', async () => {
    const head = [
      'POST /oauth2/token HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/x-www-form-urlencoded',
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA',
    ].join('\r\n');
    const body = form();
    for (const rest of [
      `Content-Length: ${body.length}\r\n\r\n${body}`,
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ])
      expect(await answerTo(`${head}\r\n${rest}`)).toMatch(/^HTTP\/1\.1 200 .*access_token/s);
  });

  it('probe by HEAD, and by HTTP/1.0 without a host', async () => {
    for (const path of ['/healthz', '/readyz', '/.well-known/openid-configuration'])
      expect(await answerTo(`HEAD ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 200/,
      );
    for (const path of ['/healthz', '/readyz'])
      expect(await answerTo(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200/);
  });

  it.each(['en_AE', '*', ';;;', 'q=1', 'x'.repeat(3000), 'en-US,en;q=abc', '../../etc', ''])(
    'prefer languages that there are not (%s)',
    async (languages) => {
      const headers = { 'accept-language': languages };
      expect((await app.send('GET', '/login', { headers })).status).toBe(200);
      expect((await askForTokens(app, own(), headers)).status).toBe(200);
    },
  );

  it('try an empty secret in a header before they send none: the code is good, for the next user, too', async () => {
    const client = await buildClient(app);
    const authorization = `Basic ${Buffer.from(`${client.id}:`).toString('base64')}`;
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    for (let n = 0; n < 25; n += 1) {
      const { code } = answerOf(await browser.open(authorizePath(client)));
      await askForTokens(app, { ...redemption(client, code!), client_id: '' }, { authorization });
      expect((await redeem(app, client, code!)).status).toBe(200);
    }
  });

  it('sign assertions without kid, with fractions of seconds, with one audience in a list, and seconds ahead', async () => {
    const key = await newKey('ES256');
    const client = await buildClient(app, {
      type: 'confidential',
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [{ ...key.jwk }] },
      grantTypes: ['client_credentials'],
      redirectUris: [],
      scopes: ['read'],
    });
    const now = Math.floor(app.clock.now().getTime() / 1000);
    const send = async (given: object = {}, header: object = {}) => {
      const claims = { iss: client.id, sub: client.id, aud: app.issuer, jti: randomUUID(), iat: now, exp: now + 60 };
      return askForTokens(app, {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await signed(key, { ...claims, ...given }, header),
      });
    };
    const statuses = [
      await send({}, { kid: undefined }),
      await send({ iat: now + 0.5, exp: now + 60.25 }),
      await send({ aud: [`${app.issuer}/oauth2/token`] }),
      await send({ iat: now + 8, exp: now + 68 }),
      await send({ exp: now - 5 }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 401]);
  });

  it('refresh the same token in two tabs at the same moment, and stay signed in', async () => {
    const client = await buildClient(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    const { body } = await redeem(app, client, answerOf(await browser.logIn(user))['code']!);
    const both = await Promise.all([1, 2].map(() => askForTokens(app, refreshing(client, body.refresh_token))));
    const [good] = both.filter(({ status }) => status === 200);
    expect((await askForTokens(app, refreshing(client, good!.body.refresh_token))).status).toBe(200);
  });
});

describe('browsers', () => {
  it('show the login pages of two applications in two tabs, which both sign in', async () => {
    const [one, two] = [await buildClient(app), await buildClient(app)];
    const first = new BrowserLite(app.issuer);
    await first.open(authorizePath(one, { state: 'one' }));
    const second = new BrowserLite(app.issuer);
    for (const [name, value] of first.cookies) second.cookies.set(name, value);
    await second.open(authorizePath(two, { state: 'two' }));
    expect(answerOf(await first.logIn(user))).toMatchObject({ state: 'one', code: expect.any(String) });
    for (const [name, value] of first.cookies) second.cookies.set(name, value);
    expect(answerOf(await second.logIn(user))).toMatchObject({ state: 'two', code: expect.any(String) });
  });

  it('keep one cookie of forty sign-ins that are begun and abandoned', async () => {
    const client = await buildClient(app);
    const browser = new BrowserLite(app.issuer);
    for (let n = 0; n < 40; n += 1) await browser.open(authorizePath(client, { state: String(n) }));
    expect(browser.cookies.size).toBe(1);
  });

  it('return to the scheme of an application with an empty host', async () => {
    const client = await buildClient(app, { redirectUris: ['app.photos:///oauth-callback'] });
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    expect((await browser.logIn(user)).url).toMatch(/^app\.photos:\/\/\/oauth-callback\?code=/);
  });
});

describe('names of groups', () => {
  it('reach userinfo and the ID token as they are', async () => {
    const names = ['Finance / Berlin', 'a,b;c', '"q" \'s\' `t`', 'rocket 🚀 team', 'ns:role:admin', 'C:\\Users\\x']
      .concat(['<b>x</b> & co', '100% _done_', 'مجموعة', '👨‍👩‍👧‍👦', '/test/lead', 'null'])
      .toSorted();
    const member = await buildUser(app);
    const token = await app.token('write');
    for (const name of names)
      expect((await app.send('POST', '/groups', { token, body: { name, member_ids: [member.id] } })).status).toBe(201);
    const client = await buildClient(app, { scopes: ['openid', 'groups'] });
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { scope: 'openid groups' }));
    const { body } = await redeem(app, client, answerOf(await browser.logIn(member))['code']!);
    const { body: info } = await app.send('GET', '/oauth2/userinfo', { token: body.access_token });
    expect(info.groups.toSorted()).toEqual(names);
    expect(claimsIn(body.id_token).groups.toSorted()).toEqual(names);
  });

  it('change and go while somebody pages through them: nothing is seen twice, and nothing else is missed', async () => {
    const token = await app.token('admin');
    const ids: string[] = [];
    for (let n = 0; n < 40; n += 1)
      ids.push((await app.send('POST', '/groups', { token, body: { name: `page ${n}` } })).body.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page += 1) {
      const query = new URLSearchParams({ limit: '7', ...(cursor !== null && { cursor }) });
      const { body } = await app.send('GET', `/groups?${query}`, { token });
      seen.push(...body.groups.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor ?? null;
      if (page === 1)
        for (const id of ids.slice(0, 15))
          await app.send('PUT', `/groups/${id}`, { token, body: { name: `zz ${id}` } });
      if (page === 2) await app.send('DELETE', `/groups/${seen.at(-1)!}`, { token });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
  });
});

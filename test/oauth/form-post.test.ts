import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { SUBMIT_HASH } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { redeem } from '../support/logins.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

const FORM_POST = { response_mode: 'form_post' };

async function ask(given: Record<string, string | undefined> = {}, of = client): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(of, { ...FORM_POST, ...given }));
  return browser;
}

const fieldsOf = (browser: BrowserLite) => Object.fromEntries(browser.form().values);

describe('response_mode=form_post (OAuth 2.0 Form Post Response Mode §2)', () => {
  it('RFC 9207 §2: answers with a page whose form posts code, state and issuer to the redirect URI', async () => {
    const browser = await ask();
    const page = await browser.logIn(user);
    expect(page.status).toBe(200);
    expect(browser.form().action).toBe('https://rp.example/callback');
    const { code = '', ...others } = fieldsOf(browser);
    expect(others).toEqual({ state: 'a state', iss: app.issuer });
    expect((await redeem(app, client, code)).status).toBe(200);
  });

  it('OIDC Core §3.1.2.6: answers with errors in the same way, posted', async () => {
    const browser = await ask({ prompt: 'none' });
    expect(browser.form().action).toBe('https://rp.example/callback');
    expect(fieldsOf(browser)).toEqual({
      error: 'login_required',
      error_description: expect.any(String),
      state: 'a state',
      iss: app.issuer,
    });
  });

  it('OIDC Core §6.1: tells of a request object that it is refused in the response mode that the object asks for', async () => {
    const object = (payload: object) =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { request: object({ response_mode: 'form_post' }) }));
    expect(browser.form().action).toBe('https://rp.example/callback');
    expect(fieldsOf(browser)).toMatchObject({ error: 'request_not_supported', state: 'a state' });
    for (const request of [object({}), object({ response_mode: 7 }), 'nothing', 'a.b.c'])
      expect((await browser.open(authorizePath(client, { request }))).url).toContain('error=request_not_supported');
    const unknown = { request: object({ response_mode: 'form_post' }), redirect_uri: 'https://evil.example/' };
    expect(await browser.open(authorizePath(client, unknown))).toMatchObject({ status: 400 });
    expect(browser.page.html).not.toContain('evil.example');
  });

  it('answers a live session at once, and a request that came by POST', async () => {
    const browser = await ask();
    await browser.logIn(user);
    await browser.open(authorizePath(client, FORM_POST));
    expect(fieldsOf(browser)).toHaveProperty('code');
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const body = new URLSearchParams(authorizePath(client, FORM_POST).split('?')[1]);
    const { status, text } = await app.send('POST', '/oauth2/authorize', { body, headers: { cookie } });
    expect(status).toBe(200);
    expect(text).toContain('action="https://rp.example/callback"');
  });

  it('is kept by no cache, framed by nobody, and runs one line that its policy names', async () => {
    const { headers, html } = (await ask({ prompt: 'none' })).page;
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src '${SUBMIT_HASH}'`);
    expect(policy).toContain("form-action 'self' https://rp.example;");
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toMatch(/<button type="submit">Continue<\/button>/);
  });

  it.each([
    ['of 2,000 characters', 'x'.repeat(2000)],
    ['with every kind of character', ' +&=#%2B/?"<>\\\'éЖ漢🙂</script><b>'],
  ])('gives a state %s back byte for byte', async (_name, state) => {
    expect(fieldsOf(await ask({ prompt: 'none', state }))['state']).toBe(state);
  });

  it('lets the client send its visitor on to other addresses it has registered', async () => {
    const redirectUris = ['https://api.rp.example/cb', 'https://app.rp.example/', 'com.example.app:/cb'];
    const spread = await buildClient(app, { redirectUris });
    const { headers } = (await ask({ prompt: 'none' }, spread)).page;
    const targets = "form-action 'self' https://api.rp.example https://app.rp.example com.example.app:;";
    expect(headers.get('content-security-policy')).toContain(targets);
  });

  it('is not for the address of an app, which is told so in its query', async () => {
    const native = await buildClient(app, { redirectUris: ['com.example.app:/cb'] });
    const { url } = (await ask({}, native)).page;
    expect(url).toMatch(/^com\.example\.app:\/cb\?error=invalid_request&/);
  });

  it.each(['fragment', 'form_post query', 'web_message'])(
    'RFC 6749 §4.1.2.1: %p is no response mode here, which is told in the query',
    async (mode) => {
      const { url } = (await ask({ response_mode: mode })).page;
      expect(url).toMatch(/^https:\/\/rp\.example\/callback\?error=invalid_request&/);
    },
  );

  it('is told in the query when it is given twice', async () => {
    const browser = new BrowserLite(app.issuer);
    const { url } = await browser.open(`${authorizePath(client, FORM_POST)}&response_mode=form_post`);
    expect(url).toMatch(/^https:\/\/rp\.example\/callback\?error=invalid_request&/);
  });

  it('never posts to an address that is not the client’s', async () => {
    const { status, html } = (await ask({ redirect_uri: 'https://evil.example/' })).page;
    expect(status).toBe(400);
    expect(html).not.toContain('<form');
  });

  it('is in the metadata', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.response_modes_supported).toEqual(expect.arrayContaining(['query', 'form_post']));
  });
});

import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { keptMail, keptMails } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildUser, PASSWORD } from '../support/builders.ts';
import { freePort } from '../support/ports.ts';

const PATH = '/id/v1';
const app = useApp({ SIGNUP_ENABLED: 'true', REQUIRE_VERIFIED_EMAIL: 'true' });
const port = await freePort();
const below = useApp({ BASE_URL: `http://localhost:${port}${PATH}`, PORT: port, HOST: 'localhost' });

/** The link of the mail about the password or the address. */
async function linkTo(address: string): Promise<string> {
  const { runtime } = app.server;
  for (;;) {
    for (const { id, to } of await keptMails(runtime)) {
      const link = to === address && /http\S+token=\S+/.exec((await keptMail(runtime, id))!.text);
      if (link) return link[0];
    }
    await nextTurn();
  }
}
const enters = async (email: string, password: string): Promise<boolean> => {
  const browser = new BrowserLite(app.issuer);
  await browser.open('/login?return_to=/account');
  return new URL((await browser.logIn({ email, password })).url).pathname === '/account';
};

describe('an address with a plus sign and capitals', () => {
  it('is one account in any case: to be made, to sign in and to set the password anew', async () => {
    const local = `Tab+${randomUUID().slice(0, 8)}`;
    const token = await app.token('admin');
    const { id, email: given } = await buildUser(app, { email: `${local}@Flow.example` });
    await app.server.database.pool.query('update users set email_verified = true where id = $1', [id]);
    const taken = { email: given.toUpperCase(), name: 'Tab' };
    expect((await app.send('POST', '/api/users', { token, body: taken })).status).toBe(400);
    for (const email of [given.toLowerCase(), ` ${given.toUpperCase()} `])
      expect(await enters(email, PASSWORD)).toBe(true);
    const browser = new BrowserLite(app.issuer);
    await browser.open('/forgot-password');
    await browser.submit({ email: given.toUpperCase() });
    await browser.open((await linkTo(given)).replace(app.issuer, ''));
    const again = 'quite another pass phrase';
    await browser.submit({ password: again, confirmation: again });
    expect([await enters(given.toLowerCase(), again), await enters(given, PASSWORD)]).toEqual([true, false]);
  });
});

describe('the link that verifies an address', () => {
  it('works for its owner, once, after a mail filter has opened it and another has added parameters', async () => {
    const email = `safe+${randomUUID().slice(0, 8)}@flow.example`;
    const browser = new BrowserLite(app.issuer);
    await browser.open('/signup');
    await browser.submit({ name: 'Łukasz O’Neill', email, password: PASSWORD, confirmation: PASSWORD });
    const link = await linkTo(email);
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    for (let time = 0; time < 2; time += 1) expect((await fetch(`${link}&utm_source=mail&x=1`)).status).toBe(200);
    await browser.open(link.replace(app.issuer, ''));
    expect((await browser.submit({ password: PASSWORD })).status).toBe(200);
    const { body } = await app.send('GET', `/api/users?search=${encodeURIComponent(email)}`, {
      token: await app.token('read'),
    });
    expect(body.users).toMatchObject([{ email, email_verified: true }]);
    expect((await fetch(link)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('a server below a path', () => {
  it('has its metadata in both places, its health inside and outside, and nothing else outside', async () => {
    const { origin } = new URL(below.issuer);
    const issuerAt = async (address: string) => (await (await fetch(address)).json()).issuer;
    expect(await issuerAt(`${below.issuer}/.well-known/openid-configuration`)).toBe(below.issuer);
    expect(await issuerAt(`${origin}/.well-known/oauth-authorization-server${PATH}`)).toBe(below.issuer);
    for (const address of [origin, below.issuer])
      for (const path of ['/healthz', '/readyz']) expect((await fetch(address + path)).status).toBe(200);
    expect((await fetch(`${origin}/login`)).status).toBe(404);
  });

  it('has its cookies, forms and links below it', async () => {
    const answer = await fetch(`${below.issuer}/login`);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; *path=\/id\/v1(;|$)/i);
    const html = await answer.text();
    const places = [...html.matchAll(/(?:action|href|src)="(\/[^"]*)"/g)].map(([, place]) => place!);
    expect(places.length).toBeGreaterThan(2);
    for (const place of places) expect(place).toMatch(/^\/id\/v1\//);
  });
});

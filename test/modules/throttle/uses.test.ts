import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { BrowserLite } from '../../support/browser-lite.ts';
import { buildUser } from '../../support/builders.ts';

const app = useApp({ TRUST_PROXY: '1', SIGNUP_ENABLED: 'true' });

describe('asking for a link to a new password', () => {
  const ask = async (email: string, ip: string) => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    await browser.open(`/forgot-password?flow=${browser.form().values.get('flow')}`);
    return browser.submit({ email }, { 'x-forwarded-for': ip });
  };

  it('works five times an hour for an account, known or not, and answers alike', async () => {
    const { email } = await buildUser(app);
    for (const [index, address] of [email, 'nobody@example.com'].entries()) {
      for (let time = 0; time < 5; time++) expect((await ask(address, `203.0.113.${index}`)).status).toBe(200);
      const page = await ask(address, `203.0.113.${index + 10}`);
      expect(page).toMatchObject({ status: 429, html: expect.stringContaining('Too many tries') });
      expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3400);
    }
  });

  it('works thirty times an hour from an address', async () => {
    const ip = '203.0.113.99';
    const statuses: number[] = [];
    for (let time = 0; time < 31; time++) statuses.push((await ask(`somebody-${time}@example.com`, ip)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
    expect((await ask('somebody@example.com', '203.0.113.98')).status).toBe(200);
  });
});

describe('signing up', () => {
  const signUp = (ip: string, body: object) =>
    app.send('POST', '/api/users', { body, headers: { 'x-forwarded-for': ip } });

  it('works fifty times an hour from an address', async () => {
    const { email } = await buildUser(app);
    const taken = { email, password: 'four quite unrelated words' };
    for (let time = 0; time < 50; time++) expect((await signUp('192.0.2.1', taken)).status).toBe(400);
    const { status, headers, body } = await signUp('192.0.2.1', taken);
    expect([status, body.error]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3400);
    expect((await signUp('192.0.2.2', taken)).status).toBe(400);
  });

  it('uses up a try where what was sent is malformed', async () => {
    const good = { email: `${randomUUID()}@example.com`, password: 'four quite unrelated words' };
    const malformed = [
      { ...good, email: 'no address' },
      { ...good, email: '' },
      { ...good, password: 'x' },
      { ...good, username: 'not a name@' },
      { ...good, first_name: 'x'.repeat(256) },
      { ...good, is_active: true },
    ];
    for (let time = 0; time < 50; time++)
      expect((await signUp('192.0.2.3', malformed[time % malformed.length]!)).status).toBe(400);
    expect((await signUp('192.0.2.3', good)).status).toBe(429);
    expect((await signUp('192.0.2.33', good)).status).toBe(201);
  });

  it('uses up a try where the password is easy to guess, and estimates none together with other faults', async () => {
    const weak = { email: `${randomUUID()}@example.com`, password: 'password' };
    for (let time = 0; time < 50; time++) expect((await signUp('192.0.2.4', weak)).body.code).toBe('PASSWORD_COMMON');
    expect((await signUp('192.0.2.4', weak)).status).toBe(429);
    const { status, body } = await signUp('192.0.2.5', { ...weak, email: 'no address' });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});

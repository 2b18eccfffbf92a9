import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { folded } from '../../src/ground/lists/search-text.ts';
import { normalForm } from '../../src/ground/kernel/text.ts';
import { typedCode } from '../../src/ground/kernel/typed-code.ts';
import { emailKey } from '../../src/modules/users/user-email.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';

const app = useApp({ SIGNUP_ENABLED: 'true' });

/** Marks in the wrong order. To put so many in the right one would take seconds. */
const marks = (number: number): string => `a${'\u0301\u0316'.repeat(number / 2)}`;
const MANY = 60_000;

/** How long the work held this thread, in milliseconds of its processor. */
function held(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('a letter with more marks than any language has', () => {
  it.each<[string, (text: string) => unknown]>([
    ['as a text', normalForm],
    ['as an address', emailKey],
    ['as the domain of an address', (text) => emailKey(`a@${text}.example`)],
    ['as a code', typedCode],
    ['in a search', folded],
  ])('takes no time: %s', (_place, read) => {
    const text = marks(MANY);
    expect(held(() => read(text))).toBeLessThan(500);
  });

  it('is refused where it would be stored, by every door, and the server goes on', async () => {
    const name = marks(MANY);
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    const before = process.cpuUsage();
    const answers = [
      await app.send('POST', '/api/users', { body: { email: `${name}@example.com`, first_name: name, password: 'x' } }),
      await app.send('POST', '/groups', { token, body: { name, description: name } }),
      await app.send('POST', '/api/clients', {
        token,
        body: { client_name: name, redirect_uris: ['https://a.example/'] },
      }),
      await app.send('PATCH', `/api/users/${user.id}`, { token, body: { name } }),
    ];
    for (const { status, body } of answers)
      expect([status, body.error_description]).toEqual([
        400,
        expect.stringContaining('more than 30 marks on a letter'),
      ]);
    const { user: spent } = process.cpuUsage(before);
    expect(spent / 1000).toBeLessThan(2_000);
  });

  it('may have thirty', async () => {
    const token = await app.token('write');
    const { status, body } = await app.send('POST', '/groups', { token, body: { name: marks(30) } });
    expect([status, body.name]).toEqual([201, marks(30).normalize('NFC')]);
  });
});

it('no other file puts texts into a normal form of Unicode', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => /\.normalize\(/.test(readFileSync(file, 'utf8')));
  expect(files).toEqual(['src/ground/kernel/text.ts']);
});

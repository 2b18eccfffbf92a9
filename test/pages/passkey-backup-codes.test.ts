import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import type { BrowserLite, Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, redeem } from '../support/logins.ts';
import { codeOf, enroll, giveCode } from '../support/mfa.ts';
import { addPasskey, givePasskey, optionsIn } from '../support/passkeys.ts';
import { SoftPasskey } from '../support/soft-passkey.ts';

const app = useApp();
let client: Client;
let origin: string;
beforeAll(async () => {
  client = await buildClient(app);
  ({ origin } = new URL(app.issuer));
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const mailsTo = async ({ email }: BuiltUser) =>
  (await rows('select subject from outbox_mails where recipient = $1', email)).map(({ subject }) => subject);

/** A new browser on the page after the password. */
async function afterPassword(user: BuiltUser): Promise<BrowserLite> {
  const browser = await browserOf(app, user, authorizePath(client));
  expect(new URL(browser.page.url).pathname).toBe('/second-factor');
  return browser;
}

describe('the backup codes of a user who has only passkeys', () => {
  const codesIn = ({ html }: Page): string[] => [...html.matchAll(/<code>([^<]*)<\/code>/g)].map(([, code]) => code!);
  it('are shown with the first passkey, work once each in its place, and can be made anew', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    const passkey = new SoftPasskey(origin);
    await browser.open('/account/passkeys');
    const shown = codesIn(await browser.submit({ name: 'Key', credential: passkey.create(optionsIn(browser.page)) }));
    expect(shown).toHaveLength(10);
    const at = await afterPassword(user);
    expect(answerOf(await giveCode(at, shown[0]!))).toHaveProperty('code');
    expect((await giveCode(await afterPassword(user), shown[0]!)).status).toBe(400);
    // The session that gave a code is fresh enough to make new ones.
    expect((await at.open('/account/passkeys')).html).toContain('Unused codes: 9.');
    const made = codesIn(await at.submit({ codes: 'new' }));
    expect(made).toHaveLength(10);
    expect((await giveCode(await afterPassword(user), shown[1]!)).status).toBe(400);
    expect(answerOf(await giveCode(await afterPassword(user), made[0]!))).toHaveProperty('code');
  });

  it('need a recent proof of the factor, and end with the last one', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await addPasskey(app, browser);
    const { url } = await browser.submit({ codes: 'new' });
    expect(new URL(url).pathname).toBe('/login');
    const codes = () => rows('select 1 from backup_code_sets where user_id = $1', user.id);
    expect(await codes()).toHaveLength(1);
    await rows('delete from passkeys where user_id = $1', user.id);
    expect(await codes()).toEqual([]);
  });

  it('can be made by who had passkeys before them', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    const passkey = await addPasskey(app, browser);
    await rows('delete from backup_code_sets where user_id = $1', user.id);
    const at = await afterPassword(user);
    expect(at.page.html).not.toContain('name="code"');
    await givePasskey(at, passkey);
    await at.open('/account/passkeys');
    const made = codesIn(await at.submit({ codes: 'new' }));
    expect(answerOf(await giveCode(await afterPassword(user), made[0]!))).toHaveProperty('code');
  });

  it('are replaced by those of an app, whose removal leaves the passkeys and says so', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await addPasskey(app, browser);
    await browser.open(authorizePath(client));
    const { body } = await redeem(app, client, answerOf(browser.page)['code']!);
    const { secret } = await enroll(app, body.access_token);
    const disable = { token: body.access_token, body: { code: codeOf(app, secret) } };
    expect((await app.send('POST', '/api/mfa/disable', disable)).status).toBe(200);
    expect(await rows('select 1 from backup_code_sets where user_id = $1', user.id)).toEqual([]);
    expect((await rows('select mfa_methods from users where id = $1', user.id))[0].mfa_methods).toEqual(['passkey']);
    expect(await mailsTo(user)).toContain('Your authenticator app was removed');
    expect((await app.send('POST', '/api/mfa/disable', disable)).body).toMatchObject({ error: 'invalid_request' });
  });
});

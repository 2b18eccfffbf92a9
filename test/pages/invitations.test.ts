/** What an invitation says of who invites, and to what. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { keptMail, keptMails } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { pageHeaders } from '../support/logins.ts';
import { until } from '../support/until.ts';

const app = useApp();
const CREATE = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';

/** Invites somebody, and opens the link of the mail. */
async function invite(
  headers: Record<string, string>,
  given: object = {},
): Promise<{ readonly text: string; readonly html: string; readonly browser: BrowserLite }> {
  const email = `${randomUUID()}@example.com`;
  const token = 'cookie' in headers ? undefined : await app.token('admin');
  await app.graphql(token, CREATE, { input: { email, sendInvitation: true, ...given } }, headers);
  const { runtime } = app.server;
  const id = await until(async () => (await keptMails(runtime)).find(({ to }) => to === email)?.id);
  const { text } = (await keptMail(runtime, id))!;
  const browser = new BrowserLite(app.issuer);
  const { html } = await browser.open(/https?:\S+\/activate\S+/.exec(text)![0]);
  return { text, html, browser };
}

describe('an invitation', () => {
  it('names who invites and the application, in its mail and on its page', async () => {
    const inviter = await buildUser(app, { role: 'admin', name: 'Grace <Hopper>' });
    const headers = await pageHeaders(app, await buildClient(app), inviter);
    const { text, html } = await invite(headers, { applicationUrl: 'https://ledger.example/start' });
    expect(text).toContain('Grace <Hopper>');
    expect(text).toContain('https://ledger.example/start');
    expect(html).toContain('<bdi>Grace &lt;Hopper></bdi></strong> invites you to');
    expect(html).toContain('<dd>ledger.example</dd>');
  });

  it('calls the application what the one registered at its address is called, if there is only one', async () => {
    const redirectUris = ['https://wiki.example/callback'];
    await buildClient(app, { name: 'Our Wiki', redirectUris });
    const member = await buildUser(app);
    await buildClient(app, { name: 'Their Wiki', redirectUris, ownerId: member.id });
    const one = await invite({}, { applicationUrl: 'https://wiki.example/start?x=1' });
    expect(one.text).toContain('Application: Our Wiki (https://wiki.example/start?x=1)');
    expect(one.html).toContain('<dd>Our Wiki</dd>');
    const near = await invite({}, { applicationUrl: 'https://wiki.example.com/' });
    expect(near.html).toContain('<dd>wiki.example.com</dd>');
    await buildClient(app, { name: 'Second Wiki', redirectUris });
    expect((await invite({}, { applicationUrl: 'https://wiki.example/' })).html).toContain('<dd>wiki.example</dd>');
  });

  it('lets its user try passwords, but not without end', async () => {
    const { browser } = await invite({});
    const weak = { password: 'password', confirmation: 'password' };
    for (let time = 0; time < 30; time++) expect((await browser.submit(weak)).status).toBe(400);
    const refused = await browser.submit(weak);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 3400]).toEqual([429, true]);
  });

  it('names nobody if a service account invites', async () => {
    const { html } = await invite({});
    expect(html).toContain('Choose a password to activate your account.');
    expect(html).not.toContain('invites you to');
  });
});

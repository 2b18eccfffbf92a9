import { describe, expect, it } from '@jest/globals';
import { keptMails } from '#product';
import { useApp } from '../support/app.ts';
import type { BrowserLite } from '../support/browser-lite.ts';
import { buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf } from '../support/logins.ts';
import { codeOf, forgetGuesses, giveCode, nextStep, wrongCodeOf } from '../support/mfa.ts';

const app = useApp();

const PAGE = '/account/two-step';

const secretOn = ({ page }: BrowserLite): string =>
  /<code class="secret">([^<]+)</.exec(page.html)![1]!.replaceAll(' ', '');
const codesOn = ({ page }: BrowserLite): string[] =>
  [...page.html.matchAll(/<code>([0-9a-z]{5}-[0-9a-z]{5})<\/code>/g)].map(([, code]) => code!);

/** Sets up an app on the pages. Afterwards its code of the next step is good. */
async function enroll(browser: BrowserLite): Promise<{ secret: string; codes: string[] }> {
  await browser.open(PAGE);
  await browser.submit({ decision: 'start' });
  const secret = secretOn(browser);
  await browser.submit({ code: codeOf(app, secret) });
  nextStep(app);
  return { secret, codes: codesOn(browser) };
}

const actionsOf = async ({ id }: BuiltUser): Promise<string[]> => {
  const { rows } = await app.server.database.pool.query(
    `select action from audit_events where actor_id = $1 and action like 'mfa.%' order by id`,
    [id],
  );
  return rows.map(({ action }: { action: string }) => action);
};

describe('the page of two-step verification', () => {
  it('sets up an app by a picture or a key, and shows backup codes once', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    expect((await browser.open('/account')).html).toContain(`href="${PAGE}"`);
    expect((await browser.open(PAGE)).html).toContain('Two-step verification is off.');
    const setup = await browser.submit({ decision: 'start' });
    expect(setup.html).toMatch(/<img src="data:image\/png;base64,[^"]+" alt="QR code/);
    expect(setup.headers.get('content-security-policy')).toContain("img-src 'self' data:");
    expect(codesOn(browser)).toEqual([]);
    const secret = secretOn(browser);
    expect(setup.html).toContain(`secret=${secret}`);

    // A wrong code keeps the picture, so that the app need not be set up again.
    const again = await browser.submit({ code: wrongCodeOf(app, secret) });
    expect([again.status, secretOn(browser)]).toEqual([400, secret]);
    expect(again.html).toContain('That code is not right');
    const done = await browser.submit({ code: codeOf(app, secret) });
    expect(done).toMatchObject({ status: 200, html: expect.stringContaining('Your other sessions have ended.') });
    const codes = codesOn(browser);
    expect(codes).toHaveLength(10);
    const [, file = ''] = /href="data:text\/plain;charset=utf-8,([^"]+)"/.exec(done.html) ?? [];
    expect(decodeURIComponent(file)).toBe(
      `Backup codes of ${user.email} at Example. Each works once.\r\n\r\n${codes.join('\r\n')}\r\n`,
    );
    const page = await browser.open(PAGE);
    expect(page.html).toContain('Two-step verification is on since');
    expect(page.html).toContain('Unused backup codes: 10.');
    expect(page.html).not.toContain(codes[0]);
    expect(await actionsOf(user)).toEqual(['mfa.code_refused', 'mfa.enabled']);

    nextStep(app);
    const other = await browserOf(app, user);
    expect(new URL(other.page.url).pathname).toBe('/second-factor');
    expect(new URL((await giveCode(other, codes[3]!)).url).pathname).toBe('/account');
  });

  it('makes new backup codes, replaces the app and turns it off, each for a code, and tells the user by mail', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    const first = await enroll(browser);
    await browser.open(`${PAGE}?change=codes`);
    expect((await browser.submit({ code: wrongCodeOf(app, first.secret) })).status).toBe(400);
    expect((await browser.submit({ code: first.codes[0]! })).html).toContain('The previous codes no longer work.');
    const made = codesOn(browser);
    expect(made).toHaveLength(10);
    expect(made).not.toContain(first.codes[1]);

    await browser.open(`${PAGE}?change=replace`);
    await browser.submit({ code: codeOf(app, first.secret) });
    const secret = secretOn(browser);
    expect(secret).not.toBe(first.secret);
    await browser.submit({ code: codeOf(app, secret) });
    const codes = codesOn(browser);
    expect(codes).toHaveLength(10);

    await browser.open(`${PAGE}?change=remove`);
    expect((await browser.submit({ code: made[0]! })).status).toBe(400);
    expect((await browser.submit({ code: codes[0]! })).html).toContain('Two-step verification is off.');
    expect((await actionsOf(user)).filter((action) => action !== 'mfa.code_refused')).toEqual([
      'mfa.enabled',
      'mfa.backup_code_used',
      'mfa.backup_codes_regenerated',
      'mfa.enabled',
      'mfa.backup_code_used',
      'mfa.disabled',
    ]);
    const mails = await keptMails(app.server.runtime);
    const subjects = mails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining([
        'Two-step verification is on',
        'You have new backup codes',
        'Two-step verification is off',
      ]),
    );
    expect(new URL((await browserOf(app, user)).page.url).pathname).toBe('/account');
  });

  it('asks for the password again ten minutes after it was given', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    app.clock.advance(601);
    await browser.open(PAGE);
    const { url } = await browser.submit({ decision: 'start' });
    expect(new URL(url).pathname).toBe('/login');
    expect(new URL(url).searchParams.get('return_to')).toBe(PAGE);
    await browser.logIn(user);
    await browser.open(PAGE);
    expect((await browser.submit({ decision: 'start' })).html).toContain('Set up your app');
  });

  it('shows no codes of a setup that another window has replaced', async () => {
    const browser = await browserOf(app, await buildUser(app));
    await browser.open(PAGE);
    await browser.submit({ decision: 'start' });
    const earlier = browser.page;
    await browser.open(PAGE);
    await browser.submit({ decision: 'start' });
    const secret = secretOn(browser);
    browser.page = earlier;
    const refused = await browser.submit({ code: codeOf(app, secret) });
    expect(refused).toMatchObject({ status: 400, html: expect.stringContaining('open for too long') });
    expect(refused.html).toContain('Two-step verification is off.');
  });

  it('takes no setup from another session, and no more guesses than logins do', async () => {
    const [mine, theirs] = [await browserOf(app, await buildUser(app)), await browserOf(app, await buildUser(app))];
    for (const browser of [mine, theirs]) {
      await browser.open(PAGE);
      await browser.submit({ decision: 'start' });
    }
    const secret = secretOn(mine);
    const setup = mine.form().values.get('setup')!;
    expect((await theirs.submit({ setup, code: codeOf(app, secret) })).html).toContain('open for too long');
    let status = 400;
    for (let tries = 0; tries < 20 && status === 400; tries += 1)
      ({ status } = await mine.submit({ code: wrongCodeOf(app, secret) }));
    expect(status).toBe(429);
    expect(mine.page.headers.get('retry-after')).toMatch(/^\d+$/);
    await forgetGuesses(app);
  });

  it('invites administrators who have none, and nobody else', async () => {
    const invite = 'You are an administrator, and your password alone opens your account.';
    const administrator = await browserOf(app, await buildUser(app, { role: 'admin' }));
    expect((await administrator.open('/account')).html).toContain(invite);
    await enroll(administrator);
    expect((await administrator.open('/account')).html).not.toContain(invite);
    expect((await browserOf(app, await buildUser(app))).page.html).not.toContain(invite);
  });

  it('believes no form but its own, changes nothing by GET, and is for those who are signed in', async () => {
    const browser = await browserOf(app, await buildUser(app));
    await browser.open(`${PAGE}?decision=start&change=remove`);
    expect(browser.page.html).toContain('Two-step verification is off.');
    expect((await browser.submit({ decision: 'start', csrf: 'made-up' })).status).toBe(403);
    await browser.open(PAGE);
    const foreign = await browser.submit({ decision: 'start' }, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    await browser.open(PAGE);
    expect((await browser.submit({ decision: 'nonsense' })).html).toContain('Two-step verification is off.');
    browser.cookies.delete('guildhall_session');
    expect(new URL((await browser.open(PAGE)).url).pathname).toBe('/login');
  });
});

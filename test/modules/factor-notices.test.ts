import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outbox } from '#product';
import { TestApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { Mailbox } from '../support/mailbox.ts';
import { codeOf, enroll, nextStep } from '../support/mfa.ts';
import { until } from '../support/until.ts';

const [ON, OFF, AGAIN] = [
  'Two-step verification is on',
  'Two-step verification is off',
  'Your two-step verification was changed again',
];

/** How a mail names the device or the address of a change. */
const PLACE = /IP address|Device/;

const mailbox = new Mailbox();
let app: TestApp;
beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url });
  await app.start();
});
afterAll(async () => {
  await app.stop();
  await mailbox.stop();
});

const signIn = async (user: BuiltUser): Promise<string> =>
  (await tokensOf(app, await buildClient(app), user, 'openid')).access_token;

/** Switches two-step verification on and off. */
async function toggle(token: string): Promise<void> {
  const { secret } = await enroll(app, token);
  const { status } = await app.send('POST', '/api/mfa/disable', { token, body: { code: codeOf(app, secret) } });
  expect(status).toBe(200);
  nextStep(app);
}

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

/** The subjects of the mails to a user about factors, in the order in which they were stored. */
const mailsTo = async ({ id }: BuiltUser): Promise<string[]> =>
  (await rows('select subject from outbox_mails where user_id = $1 order by id', id))
    .map(({ subject }) => subject)
    .filter((subject) => subject !== 'A new sign-in to your account');

const arrival = async ({ email }: BuiltUser, subject: string): Promise<string> =>
  (await until(() => mailbox.mails.find((each) => each.to === email && each.subject === subject))).source;

describe('mails about changes of factors', () => {
  it('are two and one more an hour, however often a factor is switched on and off', async () => {
    const user = await buildUser(app);
    const token = await signIn(user);
    for (let times = 0; times < 5; times += 1) await toggle(token);
    expect(await mailsTo(user)).toEqual([ON, OFF, AGAIN]);
    await Promise.all([arrival(user, ON), arrival(user, OFF)]);
    const [{ wait, sent }] = await rows(
      `select round(extract(epoch from m.next_attempt_at - (select min(created_at) from outbox_mails where user_id = m.user_id and subject = $3)))::int as wait,
         m.sent_at as sent from outbox_mails m where m.user_id = $1 and m.subject = $2`,
      user.id,
      AGAIN,
      ON,
    );
    expect(sent).toBeNull();
    expect(wait).toBeGreaterThanOrEqual(3600);
    expect(wait).toBeLessThan(7200);
    app.clock.advance(3600);
    app.server.runtime.get(Outbox).ring();
    const again = await arrival(user, AGAIN);
    expect(again).toContain('stands for everything from the time below until now');
    // Where the first of the changes came from is not where all of them did.
    expect(await arrival(user, OFF)).toMatch(PLACE);
    expect(again).not.toMatch(PLACE);
    await toggle(await signIn(user));
    expect(await mailsTo(user)).toEqual([ON, OFF, AGAIN, ON, OFF]);
  });

  it('tell the first change of each kind at once, whoever makes it and whatever was changed before', async () => {
    const user = await buildUser(app);
    const token = await signIn(user);
    for (let times = 0; times < 3; times += 1) await toggle(token);
    const { access_token: admin } = await tokensOf(
      app,
      await buildClient(app, { scopes: ['openid', 'admin'] }),
      await buildUser(app, { role: 'admin' }),
      'openid admin',
    );
    const reset = 'mutation ($id: ID!) { resetUserMfa(id: $id) { user { id } } }';
    await enroll(app, token);
    await app.data(admin, reset, { id: user.id });
    expect(await mailsTo(user)).toEqual([ON, OFF, AGAIN, 'Your two-step verification was reset']);
    await enroll(app, await signIn(user));
    await app.data(admin, reset, { id: user.id });
    expect(await mailsTo(user)).toHaveLength(4);
  });

  it('are not counted for a change that fails', async () => {
    const user = await buildUser(app);
    const token = await signIn(user);
    const { secret } = await enroll(app, token);
    await rows(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'fault'; end $$`);
    await rows(
      `create trigger fault before insert on audit_events for each row when (new.action = 'mfa.disabled') execute function fail()`,
    );
    const disable = () => app.send('POST', '/api/mfa/disable', { token, body: { code: codeOf(app, secret) } });
    expect((await disable()).status).toBe(500);
    await rows('drop trigger fault on audit_events');
    await rows('drop function fail()');
    nextStep(app);
    expect((await disable()).status).toBe(200);
    expect(await mailsTo(user)).toEqual([ON, OFF]);
  });
});

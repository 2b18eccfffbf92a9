import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outbox, startMailWorker } from '#product';
import { TestApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { Mailbox } from '../support/mailbox.ts';
import { freePort } from '../support/ports.ts';
import { PRODUCTION } from '../support/production.ts';
import { until } from '../support/until.ts';

const mailbox = new Mailbox();
let app: TestApp;
let admin: string;

beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url, MAIL_FROM: 'Guildhall <no-reply@id.example>' });
  await app.start();
  admin = await app.token('admin');
});
afterAll(async () => {
  await app.stop();
  await mailbox.stop();
});

const invite = (): Promise<string> => inviteAt('example.com');

interface MailRow {
  state: string;
  attempts: number;
  kind: string;
  to: string;
  lastError: string | null;
  id: string;
}

const mailTo = async (to: string): Promise<MailRow> => {
  const query = '{ mails(first: 200) { totalCount edges { node { id kind state to attempts lastError sentAt } } } }';
  const { mails } = await app.data(admin, query);
  return mails.edges.map(({ node }: { node: MailRow }) => node).find((node: MailRow) => node.to === to);
};

const inviteAt = async (domain: string): Promise<string> => {
  const email = `${randomUUID()}@${domain}`;
  const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
  await app.data(admin, create, { input: { email, sendInvitation: true } });
  return email;
};

const wake = (): void => app.server.runtime.get(Outbox).ring();

describe('the outbox', () => {
  it('sends a mail at once, with both parts, from MAIL_FROM, and forgets what it said', async () => {
    const email = await invite();
    const mail = await mailbox.next(email);
    expect(mail.source).toContain('From: Guildhall <no-reply@id.example>');
    expect(mail.source).toContain('text/plain');
    expect(mail.source).toContain('text/html');
    expect(mail.source).toContain('Auto-Submitted: auto-generated');
    await until(async () => (await mailTo(email)).state === 'SENT');
    const row = await mailTo(email);
    expect(row).toMatchObject({ kind: 'INVITATION', attempts: 1, lastError: null });
    expect(mail.messageId).toBe(`<${row.id}@id.example>`);
    const { rows } = await app.server.database.pool.query('select sealed_body from outbox_mails where id = $1', [
      row.id,
    ]);
    expect(rows).toEqual([{ sealed_body: null }]);
  });

  it('calls the sender what the branding of the customer calls it', async () => {
    const UPDATE = `mutation ($id: ID!, $name: String) {
      updateBranding(id: $id, input: { name: $name }) { branding { name } }
    }`;
    const { customerId: id } = app.customer;
    await app.data(admin, UPDATE, { id, name: 'Northwind' });
    expect((await mailbox.next(await invite())).source).toContain('From: Northwind <no-reply@id.example>');
    await app.data(admin, UPDATE, { id, name: null });
  });

  it('keeps links sealed, and out of the audit trail and every other table', async () => {
    mailbox.manners.refusing = true;
    const email = await invite();
    await until(async () => (await mailTo(email)).lastError !== null);
    const { rows } = await app.server.database.pool.query<{ text: string }>(
      `select row_to_json(m)::text || coalesce(encode(m.sealed_body, 'escape'), '') as text from outbox_mails m
       union all select row_to_json(a)::text from audit_events a
       union all select row_to_json(i)::text from invitations i
       union all select row_to_json(l)::text from one_time_links l`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { text } of rows) expect(text).not.toContain('token=');
    mailbox.manners.refusing = false;
    app.clock.advance(60);
    wake();
    expect((await mailbox.next(email)).link).toContain('/activate?token=');
  });

  it('lets users be made while the mail server is down, and sends every mail later, once', async () => {
    await mailbox.stop();
    const emails = await Promise.all(Array.from({ length: 8 }, invite));
    await until(async () => (await Promise.all(emails.map(mailTo))).every(({ lastError }) => lastError !== null));
    expect((await mailTo(emails[0]!)).lastError).toContain('ECONNREFUSED');
    await mailbox.start();
    app.clock.advance(60);
    wake();
    for (const email of emails) await mailbox.next(email);
    await until(async () => (await Promise.all(emails.map(mailTo))).every(({ state }) => state === 'SENT'));
    for (const email of emails) expect(mailbox.to(email)).toHaveLength(1);
  });

  it('lets users be made while the mail server is slow', async () => {
    mailbox.manners.slowness = 4_000;
    const email = await invite();
    expect(mailbox.to(email)).toEqual([]);
    await mailbox.next(email);
    mailbox.manners.slowness = 0;
  });

  it('delivers a mail once, however many workers there are', async () => {
    mailbox.manners.slowness = 50;
    const workers = [1, 2, 3].map(() => startMailWorker(app.server.runtime));
    const emails = await Promise.all(Array.from({ length: 12 }, invite));
    for (const email of emails) await mailbox.next(email);
    await Promise.all(workers.map((worker) => worker.stop()));
    for (const email of emails) expect(mailbox.to(email)).toHaveLength(1);
    mailbox.manners.slowness = 0;
  });

  it('gives a mail up after ten attempts over about a day, and sends it again when an administrator says so', async () => {
    mailbox.manners.refusing = true;
    const email = await invite();
    const start = app.clock.now().getTime();
    const { pool } = app.server.database;
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await until(async () => {
        const failed = 'select 1 from outbox_mails where recipient = $1 and attempts = $2 and last_error is not null';
        return (await pool.query(failed, [email, attempt])).rows.length === 1;
      });
      const next =
        'update outbox_mails set last_error = null where recipient = $1 returning next_attempt_at as at, failed_at';
      const [{ at, failed_at: failedAt }] = (await pool.query(next, [email])).rows;
      expect(failedAt === null).toBe(attempt < 10);
      if (attempt === 10) break;
      app.clock.advance((new Date(at).getTime() - app.clock.now().getTime()) / 1000 + 1);
      wake();
    }
    const hours = (app.clock.now().getTime() - start) / 3_600_000;
    expect(hours).toBeGreaterThan(15);
    expect(hours).toBeLessThan(27);

    mailbox.manners.refusing = false;
    admin = await app.token('admin');
    const { id, state } = await mailTo(email);
    expect(state).toBe('DEAD');
    const resend = 'mutation ($id: ID!) { resendMail(id: $id) { mail { state attempts } } }';
    expect((await app.data(admin, resend, { id })).resendMail.mail).toEqual({ state: 'PENDING', attempts: 0 });
    await mailbox.next(email);
    await until(async () => (await mailTo(email)).state === 'SENT');
    expect((await app.graphql(admin, resend, { id })).body.errors[0].extensions.code).toBe('MAIL_NOT_DEAD');
  });

  it('takes up what a process left that died while sending, under the same Message-ID', async () => {
    const { pool } = app.server.database;
    mailbox.manners.refusing = true;
    const email = await invite();
    await until(async () => (await mailTo(email)).lastError !== null);
    const sealed = 'select sealed_body from outbox_mails where recipient = $1';
    const [{ sealed_body: body }] = (await pool.query(sealed, [email])).rows;
    mailbox.manners.refusing = false;
    app.clock.advance(60);
    wake();
    const first = await mailbox.next(email);
    await until(async () => (await mailTo(email)).state === 'SENT');

    // As it is when a process dies after the mail server has taken the mail over, before it could note so.
    await pool.query(
      'update outbox_mails set sent_at = null, next_attempt_at = $2, sealed_body = $3 where recipient = $1',
      [email, new Date(app.clock.now().getTime() + 300_000), body],
    );
    // What is due at the same moment is sent.
    await mailbox.next(await invite());
    expect(mailbox.to(email)).toHaveLength(1);
    app.clock.advance(301);
    wake();
    const second = await mailbox.next(email, 2);
    expect(second.messageId).toBe(first.messageId);
  });

  const retried = async (email: string): Promise<MailRow> => {
    await until(async () => (await mailTo(email)).lastError !== null);
    return mailTo(email);
  };

  it.each([
    ['MAIL FROM', 553],
    ['RCPT TO', 550],
    ['DATA', 554],
  ] as const)(
    'gives a mail up at once that is refused for good (%s: %i), until an administrator has it sent again',
    async (step, reply) => {
      admin = await app.token('admin');
      mailbox.manners.refusals = { [step]: reply };
      const email = await invite();
      const dead = await retried(email);
      expect(dead).toMatchObject({
        state: 'DEAD',
        attempts: 1,
        lastError: expect.stringContaining(`${reply} Not this`),
      });
      mailbox.manners.refusals = {};
      await app.data(admin, 'mutation ($id: ID!) { resendMail(id: $id) { mail { state } } }', { id: dead.id });
      await mailbox.next(email);
    },
  );

  it.each([
    ['MAIL FROM', 451],
    ['RCPT TO', 450],
    ['DATA', 452],
    // These are about the connection, not about the mail.
    ['MAIL FROM', 530],
    ['connect', 554],
  ] as const)('sends a mail later that is refused for now (%s: %i)', async (step, reply) => {
    admin = await app.token('admin');
    // A connection that stands is greeted already.
    await mailbox.stop();
    await mailbox.start();
    mailbox.manners.refusals = { [step]: reply };
    const email = await invite();
    expect(await retried(email)).toMatchObject({ state: 'PENDING', attempts: 1 });
    mailbox.manners.refusals = {};
    app.clock.advance(60);
    wake();
    await mailbox.next(email);
  });

  it('lets a domain whose mails are stuck hold up no other, however many of its mails wait', async () => {
    admin = await app.token('admin');
    mailbox.manners.stuckDomain = 'stuck.example';
    const stuck = await Promise.all(Array.from({ length: 20 }, () => inviteAt('stuck.example')));
    await until(() => Promise.resolve(mailbox.stuck > 0));
    for (const domain of ['a.example', 'b.example', 'zz.example']) await mailbox.next(await inviteAt(domain));
    expect(mailbox.stuck).toBeLessThanOrEqual(2);
    mailbox.manners.stuckDomain = null;
    for (const email of stuck) await mailbox.next(email);
  });

  it('is for administrators, each of their own customer', async () => {
    const email = await invite();
    await mailbox.next(email);
    const { id } = await mailTo(email);
    const query = '{ mails { totalCount } }';
    const resend = 'mutation ($id: ID!) { resendMail(id: $id) { mail { id } } }';
    for (const scope of ['read', 'read write']) {
      const { body } = await app.graphql(await app.token(scope), query);
      expect(body.errors[0].extensions.kind).toBe('FORBIDDEN');
    }
    const other = await app.token('admin', await app.newCustomer());
    expect((await app.data(other, query)).mails.totalCount).toBe(0);
    expect((await app.graphql(other, resend, { id })).body.errors[0].extensions.kind).toBe('NOT_FOUND');
  });
});

describe('without SMTP_URL', () => {
  const dev = new TestApp({});
  beforeAll(() => dev.start());
  afterAll(() => dev.stop());

  it('keeps mails for the mailbox page, link and all', async () => {
    const token = await dev.token('admin');
    const user = await buildUser(dev, { passwordHash: null, name: 'Ada <b>' });
    await dev.data(token, 'mutation ($id: ID!) { inviteUser(id: $id, applicationUrl: null) { invitation { id } } }', {
      id: user.id,
    });
    const list = await dev.send('GET', '/dev/mailbox');
    expect(list.status).toBe(200);
    expect(list.text).toContain(user.email);
    const [, path = ''] = /href="(\/dev\/mailbox\/[\w-]+)"/.exec(list.text) ?? [];
    const mail = await dev.send('GET', path);
    expect(mail.text).toContain(`${dev.issuer}/activate?token=`);
    expect(mail.text).toContain('Ada &lt;b');
    const { mails } = await dev.data(token, '{ mails { edges { node { state attempts } } } }');
    expect(mails.edges).toEqual([{ node: { state: 'SENT', attempts: 1 } }]);
    dev.clock.advance(8 * 86_400);
    expect((await dev.send('GET', path)).status).toBe(404);
    expect((await dev.send('GET', '/dev/mailbox')).text).toContain('No mail yet');
  });
});

describe('in production without SMTP_URL', () => {
  let production: TestApp;
  beforeAll(async () => {
    const port = await freePort();
    production = new TestApp({ ...PRODUCTION, BASE_URL: `http://localhost:${port}`, PORT: port });
    await production.start();
  });
  afterAll(() => production.stop());

  it('refuses what needs a mail, makes nothing, and has no mailbox', async () => {
    const token = await production.token('admin');
    const email = `${randomUUID()}@example.com`;
    const refused = await production.send('POST', '/api/users', { token, body: { email, send_invitation: true } });
    expect(refused).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    const created = await production.send('POST', '/api/users', { token, body: { email } });
    expect(created.status).toBe(201);
    expect((await production.send('GET', '/dev/mailbox')).status).toBe(404);
  });
});

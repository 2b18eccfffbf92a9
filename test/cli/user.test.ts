import { spawn } from 'node:child_process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { anonymous, AuditEvent, PasswordService, RequestContext } from '#product';
import { onlyCustomer, useApp } from '../support/app.ts';
import { buildClient, buildUser, PASSWORD } from '../support/builders.ts';
import { useCli } from '../support/cli.ts';
import { tokensOf } from '../support/logins.ts';
import { enroll } from '../support/mfa.ts';
import { needs } from '../support/needs.ts';

const app = useApp();
const cli = useCli(app);
beforeEach(() => onlyCustomer(app));
const NEW = 'pässword of another kind';
const onTerminal = needs('script', it);

const proves = async (email: string, password: string): Promise<boolean> => {
  const ctx = new RequestContext(app.server.runtime, anonymous, { requestId: '', ip: '', userAgent: '' });
  const { customerId } = app.customer;
  return (await ctx.get(PasswordService).prove({ customerId, email, password, device: undefined })).proved;
};

const eventsOf = (subjectId: string) => app.server.runtime.fork().find(AuditEvent, { subjectId });

describe('guildhall user set-password', () => {
  it('takes the password from standard input, ends the sessions and leaves a trail', async () => {
    const user = await buildUser(app);
    const tokens = await tokensOf(app, await buildClient(app), user, 'openid');
    const userinfo = () => app.send('GET', '/oauth2/userinfo', { token: tokens.access_token });
    expect((await userinfo()).status).toBe(200);

    const args = ['user', 'set-password', '--email', user.email.toUpperCase(), '--json'];
    const { code, json, stdout, stderr } = await cli.run(args, { input: `${NEW}\n` });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(json).toEqual({
      customer_id: app.customer.customerId,
      user_id: user.id,
      email: user.email,
      sessions_ended: 1,
    });
    expect(stdout).not.toContain(NEW);
    expect(await proves(user.email, NEW)).toBe(true);
    expect(await proves(user.email, PASSWORD)).toBe(false);
    expect((await userinfo()).status).toBe(401);
    const events = await eventsOf(user.id);
    expect(events).toContainEqual(expect.objectContaining({ action: 'password.set', actorType: 'system' }));
    expect(JSON.stringify(events)).not.toContain(NEW);
  });

  onTerminal('asks twice on a terminal and shows nothing of what is typed', async () => {
    const user = await buildUser(app);
    const { code, shown } = await type(user.email, [NEW, NEW]);
    expect(code).toBe(0);
    expect(shown).toContain(`New password of ${user.email}: `);
    expect(shown).not.toContain('pässword');
    expect(await proves(user.email, NEW)).toBe(true);
  });

  onTerminal('changes nothing when the two differ', async () => {
    const user = await buildUser(app);
    const { code, shown } = await type(user.email, [NEW, `${NEW}!`]);
    expect(code).toBe(1);
    expect(shown).toContain('The two passwords differ; nothing was changed.');
    expect(await proves(user.email, PASSWORD)).toBe(true);
  });

  it.each([
    ['nothing', '', 'NO_PASSWORD'],
    ['two lines', 'one line of it\nand another\n', 'INVALID_INPUT'],
    ['a short one', 'short\n', 'PASSWORD_TOO_SHORT'],
    ['a common one', 'password123\n', 'PASSWORD_COMMON'],
  ])('refuses %s', async (_what, input, error) => {
    const user = await buildUser(app);
    const { code, json, stderr } = await cli.run(['user', 'set-password', '--email', user.email, '--json'], { input });
    expect(code).toBe(1);
    expect(json.error).toMatchObject({ code: error, field: 'password' });
    expect(stderr).not.toContain(input.trim() || 'nothing');
    expect(await proves(user.email, PASSWORD)).toBe(true);
  });

  it('refuses an address that nobody has', async () => {
    const args = ['user', 'set-password', '--email=nobody@example.com', '--json'];
    const { code, json } = await cli.run(args, { input: NEW });
    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'USER_NOT_FOUND' });
  });
});

describe('guildhall user make-admin', () => {
  it('makes a member an administrator, once', async () => {
    const user = await buildUser(app);
    const args = ['user', 'make-admin', '--email', user.email, '--json'];
    const made = {
      customer_id: app.customer.customerId,
      user_id: user.id,
      email: user.email,
      role: 'admin',
      is_active: true,
    };
    expect(await cli.run(args)).toMatchObject({ code: 0, json: { ...made, changed: true } });
    expect(await cli.run(args)).toMatchObject({ code: 0, json: { ...made, changed: false } });
    const data = await app.data(await app.token('read'), 'query ($id: ID!) { user(id: $id) { role } }', {
      id: user.id,
    });
    expect(data.user.role).toBe('ADMIN');
    expect(await eventsOf(user.id)).toEqual([expect.objectContaining({ actorType: 'system' })]);
  });
});

describe('guildhall user reset-mfa', () => {
  it('takes the second factor away, ends the sessions, tells the user and leaves a trail', async () => {
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    await enroll(app, token);
    const args = ['user', 'reset-mfa', '--email', user.email, '--json'];
    expect(await cli.run(args)).toMatchObject({ code: 0, json: { user_id: user.id, mfa_enabled: false } });
    expect((await app.send('POST', '/api/mfa/setup', { token })).status).toBe(401);
    expect(await cli.run(args)).toMatchObject({ code: 1, json: { error: { code: 'MFA_NOT_ENABLED' } } });
    const { rows } = await app.server.database.pool.query(
      'select subject from outbox_mails where recipient = $1 order by id',
      [user.email],
    );
    expect(rows.at(-1)).toEqual({ subject: 'Your two-step verification was reset' });
    const events = await eventsOf(user.id);
    expect(events).toContainEqual(expect.objectContaining({ action: 'mfa.reset', actorType: 'system' }));
  });
});

describe('a server with several customers', () => {
  it('asks which one is meant, and takes its name or its id', async () => {
    const other = await app.newCustomer('Second');
    const args = ['user', 'make-admin', '--email', other.adminEmail, '--json'];
    expect((await cli.run(args)).json.error.code).toBe('CUSTOMER_NEEDED');
    expect((await cli.run([...args, '--customer=Third'])).json.error.code).toBe('CUSTOMER_NOT_FOUND');
    expect((await cli.run([...args, '--customer=Example'])).json.error.code).toBe('USER_NOT_FOUND');
    for (const customer of ['Second', other.customerId])
      expect((await cli.run([...args, '--customer', customer])).json.customer_id).toBe(other.customerId);
  });
});

/** Sets a password on a terminal, where one answer is typed after each prompt. */
async function type(email: string, answers: string[]): Promise<{ code: number | null; shown: string }> {
  const command = `'${process.execPath}' '${cli.script}' user set-password --email ${email}`;
  const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { env: cli.environment({ TERM: 'dumb' }) });
  let shown = '';
  let prompts = 0;
  child.stdout.on('data', (chunk) => {
    shown += chunk;
    const asked = shown.match(/New password of \S+: |Once more: /g)?.length ?? 0;
    for (; prompts < asked; prompts++) child.stdin.write(`${answers[prompts]}\r`);
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, shown };
}

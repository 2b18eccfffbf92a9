import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApp } from '../support/app.ts';
import { Mailbox } from '../support/mailbox.ts';
import { until } from '../support/until.ts';

/** A mail server without STARTTLS. */
const mailbox = new Mailbox();
beforeAll(() => mailbox.start());
afterAll(() => mailbox.stop());

/** Invites somebody by a server that knows the mail server by this host; tells what came of the mail. */
async function invite(host: string, env: Record<string, string> = {}): Promise<{ sent: boolean; lastError: string }> {
  const app = new TestApp({ SMTP_URL: mailbox.url.replace('127.0.0.1', host), ...env });
  await app.start();
  try {
    const admin = await app.token('admin');
    const email = `${randomUUID()}@example.com`;
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    await app.data(admin, create, { input: { email, sendInvitation: true } });
    const mail = async () =>
      (await app.data(admin, '{ mails { edges { node { state lastError } } } }')).mails.edges[0].node;
    await until(async () => (await mail()).state === 'SENT' || (await mail()).lastError !== null);
    return { sent: mailbox.mails.some(({ to }) => to === email), lastError: (await mail()).lastError };
  } finally {
    await app.stop();
  }
}

describe('A mail server that offers no TLS', () => {
  // To this machine, by an address that does not say so.
  const ELSEWHERE = '0.0.0.0';

  it('is sent nothing, and the mail waits with the reason', async () => {
    expect(await invite(ELSEWHERE)).toEqual({ sent: false, lastError: expect.stringMatching(/ETLS|STARTTLS/) });
  });

  it('is sent mails where SMTP_TLS says that TLS is optional', async () => {
    expect(await invite(ELSEWHERE, { SMTP_TLS: 'optional' })).toEqual({ sent: true, lastError: null });
  });

  it('is sent mails where it is on this machine, unless SMTP_TLS says that TLS is required', async () => {
    expect(await invite('127.0.0.1')).toEqual({ sent: true, lastError: null });
    expect((await invite('127.0.0.1', { SMTP_TLS: 'required' })).sent).toBe(false);
  });
});

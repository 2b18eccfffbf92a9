import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { redeem } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

// The login page offers sign-up, too.
const app = useApp({ SIGNUP_ENABLED: 'true' });
let client: Client;
beforeAll(async () => {
  client = await buildClient(app);
});

/** Each is a transaction of its own where none is begun. */
const writes = (queries: readonly string[]): string[] => {
  expect(queries).not.toContainEqual(expect.stringMatching(/^\s*(?:begin|start)\b/i));
  return queries.filter((query) => /\b(?:insert into|update \w+ (?:\w+ )?set|delete from)\b/i.test(query));
};

/** Those whose commit waits for the disk. */
const durable = (queries: readonly string[]): string[] =>
  writes(queries).filter((query) => !query.includes("set_config('synchronous_commit'"));

describe('a login by password, from the application and back to it with tokens', () => {
  const logIn = async (browser: BrowserLite, given: Record<string, string> = {}): Promise<string[]> => {
    const user = await buildUser(app);
    // What the first requests find out for all that follow is not a login's.
    await app.send('GET', '/.well-known/openid-configuration');
    await new BrowserLite(app.issuer).open('/login');
    return queriesOf(async () => {
      await browser.open(authorizePath(client, given));
      const { code } = answerOf(await browser.logIn(user));
      expect((await redeem(app, client, code!)).status).toBe(200);
    });
  };

  it('takes at most seven statements, of which two change something and wait for the disk', async () => {
    const queries = await logIn(new BrowserLite(app.issuer));
    expect(queries.length).toBeLessThanOrEqual(7);
    expect([writes(queries).length, durable(queries).length]).toEqual([2, 2]);
  });

  it('costs two commits more after a wrong password, which do not wait for the disk', async () => {
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    const wrong = await queriesOf(() => browser.logIn({ ...user, password: 'not the password' }));
    // The count, and the event.
    expect([wrong.length, writes(wrong).length]).toEqual([4, 2]);
    const right = await queriesOf(() => browser.logIn(user));
    expect([right.length, writes(right).length, durable(right).length]).toEqual([5, 3, 1]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, createLog, loadConfig, type RunningServer, startServer } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { useCli } from '../support/cli.ts';
import { claimsIn, redemption, signedIn } from '../support/logins.ts';
import { codeOf, enroll, type Enrolled, giveCode, nextStep } from '../support/mfa.ts';
import { TEST_SECRET_KEY } from '../support/template.ts';

const NEXT_KEY = Buffer.alloc(32, 8).toString('base64url');
const BOTH = { SECRET_KEY: NEXT_KEY, SECRET_KEY_PREVIOUS: TEST_SECRET_KEY };

const app = useApp();
const cli = useCli(app);
const started: RunningServer[] = [];
afterAll(async () => {
  for (const server of started) await server.stop();
});

/** Another server on the app's database, with these keys. */
async function serve(keys: Record<string, string>): Promise<string> {
  const config = loadConfig({ NODE_ENV: 'test', PORT: '0', DATABASE_URL: app.databaseUrl, ...keys });
  const server = await startServer(config, createLog('silent'), app.clock);
  started.push(server);
  return server.issuer;
}

/** Signs in at the server’s own pages, the second factor included. */
async function signInAt(issuer: string, user: BuiltUser, code: string): Promise<Page> {
  const browser = new BrowserLite(issuer);
  await browser.open('/login');
  await browser.logIn(user);
  return giveCode(browser, code);
}

const status = async (issuer: string, path: string, token: string): Promise<number> =>
  (await fetch(issuer + path, { headers: { authorization: `Bearer ${token}` } })).status;

/** Fetches a token from this server. */
async function tokenAt(issuer: string, scope = 'read'): Promise<string> {
  const { clientId, clientSecret } = app.customer;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  const answer = await fetch(`${issuer}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Registers a client with a key of its own, and gives the answer. A repetition has the same one, with the secret. */
async function createOnce(issuer: string): Promise<string> {
  const authorization = `Bearer ${await tokenAt(issuer, 'write')}`;
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'once' };
  const body = JSON.stringify({ client_name: 'App', redirect_uris: ['https://a.example/'] });
  return (await fetch(`${issuer}/api/clients`, { method: 'POST', headers, body })).text();
}

describe('guildhall secret-key rotate', () => {
  let user: BuiltUser;
  let factor: Enrolled;
  let running: string;
  let pairwise: Client;
  let person: BuiltUser;
  let subject: string;

  /** How a client with pairwise subjects knows the person at this server. */
  async function subAt(issuer: string): Promise<string> {
    const browser = new BrowserLite(issuer);
    await browser.open(authorizePath(pairwise, { scope: 'openid' }));
    const { code } = answerOf(await browser.logIn(person));
    const body = new URLSearchParams(redemption(pairwise, code!) as Record<string, string>);
    const answer = await fetch(`${issuer}/oauth2/token`, { method: 'POST', body });
    return claimsIn(((await answer.json()) as { id_token: string }).id_token).sub;
  }

  beforeAll(async () => {
    const enrolled = await signedIn(app, await buildClient(app));
    ({ user } = enrolled);
    // Enrolling is told by mail, which waits in the mailbox.
    factor = await enroll(app, enrolled.token);
    pairwise = await buildClient(app, { subjectType: 'pairwise' });
    person = await buildUser(app);
    subject = await subAt(app.issuer);
    running = await serve(BOTH);
  });

  it('needs the key before to be named, and to be another', async () => {
    const alone = await cli.run(['secret-key', 'rotate', '--json']);
    expect([alone.code, alone.json.error.code]).toEqual([1, 'NO_PREVIOUS_KEY']);
    const env = { SECRET_KEY_PREVIOUS: TEST_SECRET_KEY };
    const same = await cli.run(['secret-key', 'rotate', '--json'], { env });
    expect([same.code, same.json.error.code]).toEqual([1, 'CONFIGURATION']);
  });

  it('finishes on a server with both keys what one with the key before has begun', async () => {
    const browser = new BrowserLite(app.issuer);
    const page = await browser.open('/login');
    const moved = new BrowserLite(running);
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
    moved.page = { ...page, url: page.url.replace(app.issuer, running) };
    await moved.logIn(user);
    nextStep(app);
    expect((await giveCode(moved, codeOf(app, factor.secret))).url).toBe(`${running}/account`);
  });

  /** The rotation, which comes once, before whatever follows it. */
  let rotation: Promise<void> | undefined;
  async function rotate(): Promise<void> {
    const before = await tokenAt(running);
    const created = await createOnce(app.issuer);
    await app.data(
      await app.token('admin'),
      `mutation {
        createUserImport(input: {
          format: FIREBASE_CSV, firebase: { signerKey: "a2V5", saltSeparator: "Bw==", rounds: 8, memoryCost: 14 }
        }) { userImport { id } }
      }`,
    );
    const { code, json } = await cli.run(['secret-key', 'rotate', '--json'], { env: BOTH });
    expect({ code, json }).toEqual({
      code: 0,
      json: {
        signing_keys: { resealed: 4, unreadable: 0 },
        second_factors: { resealed: 1, unreadable: 0 },
        pairwise_salts: { resealed: 1, unreadable: 0 },
        mails: { resealed: expect.any(Number), unreadable: 0 },
        kept_answers: { resealed: 1, unreadable: 0 },
        imports: { resealed: 1, unreadable: 0 },
      },
    });
    expect(json.mails.resealed).toBeGreaterThan(0);
    const alone = await serve({ SECRET_KEY: NEXT_KEY });
    for (const issuer of [running, alone]) {
      expect(await status(issuer, '/groups', await tokenAt(issuer))).toBe(200);
      expect(await subAt(issuer)).toBe(subject);
      nextStep(app);
      expect((await signInAt(issuer, user, codeOf(app, factor.secret))).url).toBe(`${issuer}/account`);
    }
    expect(await status(running, '/groups', before)).toBe(200);
    expect(await createOnce(alone)).toBe(created);
    const [, mail = ''] =
      /href="(\/dev\/mailbox\/[\w-]+)"/.exec(await (await fetch(`${alone}/dev/mailbox`)).text()) ?? [];
    expect((await fetch(alone + mail)).status).toBe(200);
  }
  const rotated = (): Promise<void> => (rotation ??= rotate());

  it('seals everything anew while a server runs, which serves on, and so does one with the new key alone', rotated);

  it('leaves backup codes good, each once, though they cannot be hashed anew', async () => {
    await rotated();
    const alone = await serve({ SECRET_KEY: NEXT_KEY });
    const [code] = factor.backupCodes;
    expect((await signInAt(alone, user, code!)).url).toBe(`${alone}/account`);
    expect((await signInAt(alone, user, code!)).status).toBe(400);
  });

  it('does nothing the second time, and leaves nothing that the key before opens', async () => {
    await rotated();
    const keysOfCodes = async () => (await app.server.database.pool.query('select * from backup_code_keys')).rows;
    const before = await keysOfCodes();
    const { json } = await cli.run(['secret-key', 'rotate', '--json'], { env: BOTH });
    expect(Object.values<{ resealed: number }>(json).map(({ resealed }) => resealed)).toEqual([0, 0, 0, 0, 0, 0]);
    await expect(serve({ SECRET_KEY: TEST_SECRET_KEY })).rejects.toThrow('SECRET_KEY is not the one');
    expect(await keysOfCodes()).toEqual(before);
  });

  it('tells of what neither key opens', async () => {
    await rotated();
    const env = { SECRET_KEY: Buffer.alloc(32, 9).toString('base64url'), SECRET_KEY_PREVIOUS: TEST_SECRET_KEY };
    const { code, json } = await cli.run(['secret-key', 'rotate', '--json'], { env });
    expect([code, json.signing_keys]).toEqual([1, { resealed: 0, unreadable: 4 }]);
  });
});

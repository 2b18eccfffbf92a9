import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { TestApp } from '../support/app.ts';
import { describeBound } from '../support/bindings.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, tokensOf } from '../support/logins.ts';
import { Mailbox } from '../support/mailbox.ts';
import { codeOf as totpOf, enroll, nextStep } from '../support/mfa.ts';

const mailbox = new Mailbox();
let app: TestApp;
let client: Client;
/** A client of another customer. */
let stranger: Client;
let user: BuiltUser;

beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url });
  await app.start();
  client = await buildClient(app);
  stranger = await buildClient(app, { customerId: (await app.newCustomer()).customerId });
  user = await buildUser(app);
});
afterAll(async () => {
  await app.stop();
  await mailbox.stop();
});

/** Where a page is, and whether that is at the client with a code. */
const where = ({ url, status }: Page) =>
  url.startsWith('https://rp.example/') ? Object.keys(answerOf({ url }))[0] : `${new URL(url).pathname} ${status}`;

const newBrowser = (): BrowserLite => new BrowserLite(app.issuer);

const signedIn = (): Promise<BrowserLite> => browserOf(app, user, authorizePath(client));

describeBound<BrowserLite>('a session', {
  make: signedIn,
  refusal: '/login 200',
  wrong: [
    {
      by: 'a client of another customer',
      present: async (browser) => where(await browser.open(authorizePath(stranger))),
    },
    {
      by: 'a browser that has half of its secret',
      present: async (browser) => {
        const thief = newBrowser();
        for (const [name, value] of browser.cookies) thief.cookies.set(name, value.slice(0, -1));
        return where(await thief.open(authorizePath(client)));
      },
    },
  ],
  right: async (browser) => where(await browser.open(authorizePath(client))),
  good: 'code',
});

describeBound<BrowserLite>('a sign-in under way', {
  make: async () => {
    const browser = newBrowser();
    await browser.open(authorizePath(client));
    return browser;
  },
  refusal: 'refused',
  wrong: [
    {
      by: 'another browser that opens its page',
      present: async ({ page }) => refusedAt(await newBrowser().open(page.url)),
    },
    {
      by: 'another browser that posts its form',
      present: async (browser) => {
        const victim = newBrowser();
        await victim.open(authorizePath(client));
        victim.page = browser.page;
        return refusedAt(await victim.logIn(user));
      },
    },
    {
      by: 'a form of another sign-in of the same browser',
      present: async (browser) => {
        const { page } = browser;
        const csrf = browser.form().values.get('csrf')!;
        await browser.open(authorizePath(client, { state: 'another' }));
        const answer = refusedAt(await browser.submit({ ...user, csrf }));
        browser.page = page;
        return answer;
      },
    },
    {
      by: 'a form that another site posts',
      present: async (browser) => {
        const { page } = browser;
        const answer = refusedAt(await browser.submit({ ...user }, { 'sec-fetch-site': 'cross-site' }));
        browser.page = page;
        return answer;
      },
    },
    {
      by: 'a user of another customer',
      present: async (browser) => {
        const { page } = browser;
        const other = await buildUser(app, { customerId: stranger.customerId });
        const answer = refusedAt(await browser.logIn(other));
        browser.page = page;
        return answer;
      },
    },
  ],
  right: async (browser) => where(await browser.logIn(user)),
  good: 'code',
});

const refusedAt = ({ status, url }: Page): string =>
  [400, 403].includes(status) && !url.startsWith('https://rp.example/') ? 'refused' : `${status} ${url}`;

interface Link {
  readonly path: string;
  readonly token: string;
}

const PASSWORDS = { password: 'a quite different password', confirmation: 'a quite different password' };
const follow = async (path: string, token: string): Promise<number> =>
  (await app.send('POST', path, { body: new URLSearchParams({ token, ...PASSWORDS }) })).status;

const mutate = async (mutation: string, variables: object): Promise<unknown> =>
  app.data(await app.token('admin'), mutation, variables);

async function linkTo(email: string): Promise<Link> {
  const { link } = await mailbox.next(email);
  const { pathname, searchParams } = new URL(link);
  return { path: pathname, token: searchParams.get('token')! };
}

const LINKS: Readonly<Record<string, () => Promise<Link>>> = {
  'an invitation': async () => {
    const email = `${randomUUID()}@example.com`;
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    await mutate(create, { input: { email, sendInvitation: true } });
    return linkTo(email);
  },
  'a password reset': async () => {
    const { id, email } = await buildUser(app);
    await mutate('mutation ($id: ID!) { requestPasswordReset(userId: $id) { user { id } } }', { id });
    return linkTo(email);
  },
  'a change of address': async () => {
    const email = `${randomUUID()}@example.com`;
    const { id } = await buildUser(app);
    const change =
      'mutation ($id: ID!, $email: String!) { requestEmailChange(userId: $id, newEmail: $email) { user { id } } }';
    await mutate(change, { id, email });
    return linkTo(email);
  },
};

const PURPOSES = ['/activate', '/reset-password', '/verify-email', '/change-email'];

for (const [name, make] of Object.entries(LINKS))
  describeBound<Link>(`the link of ${name}`, {
    make,
    refusal: 'gone',
    wrong: [
      {
        by: 'every other purpose',
        present: async ({ path, token }) => {
          const statuses = [];
          for (const other of PURPOSES) if (other !== path) statuses.push(await follow(other, token));
          return statuses.every((status) => status === 410) ? 'gone' : statuses;
        },
      },
      {
        by: 'whoever has most of it',
        present: async ({ path, token }) => ((await follow(path, token.slice(0, -1))) === 410 ? 'gone' : ''),
      },
    ],
    right: async ({ path, token }) => [await follow(path, token), await follow(path, token)],
    good: [200, 410],
  });

interface Factor {
  readonly browser: BrowserLite;
  readonly owner: BuiltUser;
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

async function enrolled(): Promise<Factor> {
  const owner = await buildUser(app);
  const tokens = await tokensOf(app, client, owner, 'openid');
  const { secret, backupCodes } = await enroll(app, tokens.access_token);
  const browser = await browserOf(app, owner, authorizePath(client));
  return { browser, owner, secret, backupCodes };
}

async function givenAt(browser: BrowserLite, code: string): Promise<string> {
  const { page } = browser;
  const answer = refusedAt(await browser.submit({ code }));
  browser.page = page;
  return answer;
}

describeBound<Factor>('a second factor', {
  make: enrolled,
  refusal: 'refused',
  wrong: [
    {
      by: 'another user with the same password',
      present: async ({ secret }) => givenAt((await enrolled()).browser, totpOf(app, secret)),
    },
    {
      by: 'another user, by a backup code',
      present: async ({ backupCodes }) => givenAt((await enrolled()).browser, backupCodes[0]!),
    },
    {
      by: 'another browser, although the password was right in this one',
      present: async ({ browser, secret }) => {
        const thief = newBrowser();
        await thief.open(authorizePath(client));
        thief.page = browser.page;
        return refusedAt(await thief.submit({ code: totpOf(app, secret) }));
      },
    },
  ],
  right: async ({ browser, secret }) => {
    nextStep(app);
    return where(await browser.submit({ code: totpOf(app, secret) }));
  },
  good: 'code',
});

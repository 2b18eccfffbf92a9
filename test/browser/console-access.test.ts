/** What each page of the console shows whom: everybody their own, and nobody anything of another customer. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';
import { ConsoleData, type Ids, type Kind } from '../support/console-data.ts';

type Path = (ids: Ids) => string;
const GROUP: readonly Kind[] = ['group', 'organization'];

/** The pages, and which of the customer's things a member sees there. What is not refused shows only what is the viewer's. */
const ADDRESSES: readonly (readonly [path: Path, member: readonly Kind[] | 'refused'])[] = [
  [() => '/', []],
  [() => '/users', 'refused'],
  [() => '/users/new', 'refused'],
  ...[
    'profile',
    'groups',
    'roles',
    'preview',
    'sessions',
    'applications',
    'factors',
    'invitations',
    'mails',
    'history',
  ].map((tab) => [({ user }: Ids) => `/users/${user}?tab=${tab}`, 'refused'] as const),
  // Groups, their members and organizations are the customer's, for all of its users.
  [() => '/groups', GROUP],
  [({ group }) => `/groups/${group}`, ['group', 'user']],
  [({ group }) => `/groups/${group}?tab=profile`, GROUP],
  [({ group }) => `/groups/${group}?tab=applications`, ['group']],
  [() => '/organizations', ['organization']],
  [({ organization }) => `/organizations/${organization}`, ['organization']],
  // A member has their own applications only.
  [() => '/applications', []],
  [() => '/services', []],
  [() => '/applications/new?kind=web', []],
  ...['settings', 'apis', 'snippets', 'try', 'preview', 'secret', 'consents', 'logins', 'history'].map(
    (tab) => [({ client }: Ids) => `/applications/${client}?tab=${tab}`, []] as const,
  ),
  [() => '/apis', 'refused'],
  ...['scopes', 'applications', 'roles', 'settings', 'history'].map(
    (tab) => [({ api }: Ids) => `/apis/${api}?tab=${tab}`, 'refused'] as const,
  ),
  [() => '/roles', 'refused'],
  ...['holders', 'permissions', 'settings', 'history'].map(
    (tab) => [({ role }: Ids) => `/roles/${role}?tab=${tab}`, 'refused'] as const,
  ),
  [() => '/registration', 'refused'],
  [() => '/registration/new', 'refused'],
  ...['clients', 'settings', 'history'].map(
    (tab) => [({ token }: Ids) => `/registration/${token}?tab=${tab}`, 'refused'] as const,
  ),
  [() => '/invitations', 'refused'],
  [() => '/mails', 'refused'],
  [() => '/mails/templates', 'refused'],
  [() => '/deliveries', 'refused'],
  [() => '/audit', 'refused'],
  [() => '/imports', 'refused'],
  [(ids) => `/imports/${ids.import}`, 'refused'],
  [() => '/attributes', []],
  [() => '/attributes/new', []],
  [({ attribute }) => `/attributes/${attribute}`, []],
  [() => '/settings', []],
  [() => '/settings/branding', 'refused'],
  [() => '/settings/second-factor', []],
  [() => '/keys', 'refused'],
  [() => '/explorer', []],
  [() => '/reference', []],
  [() => '/try', []],
];

describeInBrowser('a page of the console', () => {
  const app = useApp({ CLIENT_REGISTRATION: 'on' });
  const { open, signIn, follow } = useConsole(app);
  let data: ConsoleData;
  let foreigner: { adminEmail: string; adminPassword: string };

  beforeAll(async () => {
    data = new ConsoleData(app, app.customer);
    await data.create();
    await data.add(2);
    foreigner = await app.newCustomer();
  });

  /** Which of the customer's things are on the page, and whether the page says that it may not be seen. */
  async function seenOn(page: Page, ids: Ids): Promise<[address: string, kinds: Kind[], refused: boolean][]> {
    const seen: [string, Kind[], boolean][] = [];
    for (const [path] of ADDRESSES) {
      await follow(page, path(ids));
      const refused = await page.getByText(/You may not/).count();
      seen.push([path(ids), data.kindsIn(await page.content()), refused > 0]);
    }
    return seen;
  }

  it('has its line here', () => {
    const routes = [...readFileSync('src/console/router.tsx', 'utf8').matchAll(/path: '([^']+)'/g)].map(
      ([, path]) => path,
    );
    const ids = Object.fromEntries(
      ['user', 'group', 'organization', 'client', 'import', 'attribute', 'token', 'api', 'role'].map((name) => [
        name,
        '$id',
      ]),
    );
    const tried = ADDRESSES.map(([path]) => path(ids as unknown as Ids).split('?')[0]);
    expect(routes.length).toBeGreaterThan(20);
    expect(new Set(tried)).toEqual(new Set(routes));
  });

  it('shows another customer’s administrator nothing of this one, and a member what members may see', async () => {
    const member = await buildUser(app);
    const seenBy = async (email: string, password: string) => {
      const { context } = await open();
      const page = await signIn(context, '/', email, password);
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      const seen = await seenOn(page, data.ids);
      await context.close();
      return seen;
    };
    const [ofForeigner, ofMember] = await Promise.all([
      seenBy(foreigner.adminEmail, foreigner.adminPassword),
      seenBy(member.email, member.password),
    ]);
    // The signing keys are the server's: the first customer is the operator's.
    expect(ofForeigner).toEqual(ADDRESSES.map(([path]) => [path(data.ids), [], path(data.ids) === '/keys']));
    expect(ofMember).toEqual(
      ADDRESSES.map(([path, kinds]) =>
        kinds === 'refused' ? [path(data.ids), [], true] : [path(data.ids), kinds, false],
      ),
    );
  });

  it('sends strangers to the sign-in, and back', async () => {
    for (const [path] of ADDRESSES) {
      const address = `/console${path(data.ids)}`;
      const { status, headers, text } = await app.send('GET', address);
      expect([status, headers.get('location')]).toEqual([303, `/login?${new URLSearchParams({ return_to: address })}`]);
      expect(data.kindsIn(text)).toEqual([]);
    }
  });
});

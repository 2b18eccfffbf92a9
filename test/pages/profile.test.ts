import { beforeAll, describe, expect, it } from '@jest/globals';
import { keptMail, keptMails } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf } from '../support/logins.ts';

const app = useApp();
const PAGE = '/account/profile';
const DEFINE =
  'mutation ($input: CreateAttributeDefinitionInput!) { createAttributeDefinition(input: $input) { __typename } }';
const SET = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { version } } }';

beforeAll(async () => {
  const token = await app.token('admin');
  const shared = { subject: 'USER', visibleTo: 'OWNER', editableBy: 'OWNER' };
  for (const input of [
    { ...shared, name: 'desk', type: 'INTEGER', constraints: { minimum: 1, maximum: 99 } },
    { ...shared, name: 'color', type: 'ENUM', constraints: { values: ['red', 'green'] }, description: 'Of your desk.' },
    { ...shared, name: 'parksACar', type: 'BOOLEAN' },
    { ...shared, name: 'badgeNumber', type: 'STRING', isUnique: true },
    { ...shared, name: 'spoken', type: 'STRING', isList: true },
    { ...shared, name: 'costCenter', type: 'STRING', editableBy: 'ADMINISTRATORS' },
    { ...shared, name: 'rating', type: 'INTEGER', visibleTo: 'ADMINISTRATORS', editableBy: 'ADMINISTRATORS' },
  ])
    await app.data(token, DEFINE, { input });
});

const READ =
  'query ($id: ID!) { user(id: $id) { name givenName username phoneNumber version attributes { name value } } }';
const stored = async ({ id }: BuiltUser) => {
  const { user } = await app.data(await app.token('admin'), READ, { id });
  const attributes = user.attributes.map(({ name, value }: { name: string; value: unknown }) => [name, value]);
  return { ...user, attributes: Object.fromEntries(attributes) };
};
const selected = { color: 'green', parksACar: 'true' };
const attributes = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`attribute.${name}`, value]));

const faultsOn = ({ page }: BrowserLite) =>
  Object.fromEntries([...page.html.matchAll(/id="([\w.]+)-fault">([^<]+)</g)].map(([, field, text]) => [field, text]));

describe('the profile page', () => {
  it('saves names, the phone number and attributes of every type', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await browser.open(PAGE);
    expect(browser.page.html).toContain('Of your desk.');
    const saved = await browser.submit({
      givenName: ' Ada ',
      username: 'ada',
      phoneNumber: '+44 20 7946 0000',
      ...attributes({ desk: '12', badgeNumber: 'B-1', spoken: 'en; fr', ...selected }),
    });
    expect(saved).toMatchObject({ status: 200, html: expect.stringContaining('Your changes are saved.') });
    expect(await stored(user)).toEqual({
      name: 'Some Body',
      givenName: 'Ada',
      username: 'ada',
      phoneNumber: '+44 20 7946 0000',
      version: 2,
      attributes: { desk: 12, badgeNumber: 'B-1', spoken: ['en', 'fr'], color: 'green', parksACar: true },
    });
    expect(saved.html).toContain('value="en; fr"');
    expect(saved.html).toMatch(/<option value="green" selected/);
    // What is emptied is removed, and a form without changes writes nothing.
    await browser.submit({ phoneNumber: '', ...attributes({ desk: ' ', ...selected }) });
    const { phoneNumber, version, attributes: left } = await stored(user);
    expect([phoneNumber, version, 'desk' in left]).toEqual([null, 3, false]);
    await browser.open(PAGE);
    await browser.submit(attributes(selected));
    expect((await stored(user)).version).toBe(3);
  });

  it('tells all faults at once, beside their fields, and keeps what was typed', async () => {
    const [other, user] = [await buildUser(app, { username: 'taken' }), await buildUser(app)];
    const token = await app.token('admin');
    await app.data(token, SET, { id: other.id, input: { attributes: [{ name: 'badgeNumber', value: 'B-2' }] } });
    const browser = await browserOf(app, user);
    await browser.open(PAGE);
    const refused = await browser.submit({
      name: '',
      username: 'taken',
      phoneNumber: 'call me',
      ...attributes({ desk: '100', spoken: 'en; en' }),
    });
    expect(refused.status).toBe(400);
    expect(faultsOn(browser)).toEqual({
      name: expect.stringContaining('a name of at most 255'),
      username: 'Somebody else has this already.',
      phoneNumber: expect.stringContaining('a phone number'),
      'attribute.desk': 'Please enter a value from 1 to 99.',
      'attribute.spoken': expect.stringContaining('does not fit'),
    });
    expect(refused.html).toMatch(
      /id="username" name="username" aria-invalid="true"( autofocus)? aria-describedby="username-fault"/,
    );
    expect(refused.html).toContain('value="call me"');
    await browser.open(PAGE);
    await browser.submit(attributes({ badgeNumber: 'B-2' }));
    expect(faultsOn(browser)).toEqual({ 'attribute.badgeNumber': 'Somebody else has this already.' });
    expect((await stored(user)).version).toBe(1);
  });

  it('overwrites no change that it has not shown', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await browser.open(PAGE);
    await app.data(await app.token('admin'), SET, { id: user.id, input: { givenName: 'Grace' } });
    const refused = await browser.submit({ givenName: 'Ada' });
    expect(refused).toMatchObject({ status: 409, html: expect.stringContaining('has changed in the meantime') });
    expect(refused.html).toContain('value="Ada"');
    await browser.submit();
    expect((await stored(user)).givenName).toBe('Ada');
  });

  it('shows what the user may not change, hides what they may not see, and changes neither', async () => {
    const user = await buildUser(app);
    const input = {
      attributes: [
        { name: 'costCenter', value: '4711' },
        { name: 'rating', value: 3 },
      ],
    };
    await app.data(await app.token('admin'), SET, { id: user.id, input });
    const browser = await browserOf(app, user);
    const { html } = await browser.open(PAGE);
    expect(html).toMatch(/<dt>Cost center<\/dt><dd><bdi>4711</);
    expect(html).not.toMatch(/rating/i);
    await browser.submit({ ...attributes({ costCenter: '1', rating: '9', nickname: 'Ace' }), role: 'admin' });
    expect((await stored(user)).attributes).toEqual({ costCenter: '4711', rating: 3, nickname: 'Ace' });
  });

  it('tells times in the zone and the manner of the user, and in UTC without one', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    expect((await browser.open('/account/sessions')).html).toMatch(/Last used <time[^>]+>\w+ \d+, \d{4}, [^<]+ UTC</);
    await browser.open(PAGE);
    await browser.submit(attributes({ zoneinfo: 'Asia/Kolkata', locale: 'en_GB' }));
    expect((await browser.open('/account/sessions')).html).toMatch(
      /Last used <time[^>]+>\d+ \w+ \d{4}, \d\d:\d\d GMT\+5:30</,
    );
    await browser.open(PAGE);
    await browser.submit(attributes({ zoneinfo: 'Nowhere/Land' }));
    expect((await browser.open('/account/sessions')).html).toMatch(/ UTC<\/time>/);
  });

  it('believes no form but its own, and is for those who are signed in', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await browser.open(`${PAGE}?name=Nobody`);
    expect((await browser.submit({ name: 'Nobody', csrf: 'made-up' })).status).toBe(403);
    expect((await stored(user)).name).toBe('Some Body');
    for (const page of [PAGE, '/account/email', '/account/history'])
      expect(new URL((await new BrowserLite(app.issuer).open(page)).url).pathname).toBe('/login');
  });
});

describe('the page to change the address', () => {
  it('sends a link to the new address, which changes it', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await browser.open('/account/email');
    for (const email of ['no-address', user.email])
      expect(await browser.submit({ email })).toMatchObject({
        status: 400,
        html: expect.stringContaining('other than your present one'),
      });
    const email = `new-${user.email}`;
    expect((await browser.submit({ email })).html).toContain('Confirm the new address');
    const mails = await keptMails(app.server.runtime);
    const sent = mails.find(({ to }) => to === email);
    const { text } = (await keptMail(app.server.runtime, sent!.id))!;
    await browser.open(/http\S+token=\S+/.exec(text)![0]);
    await browser.submit();
    expect(browser.page.html).toContain('Address changed');
    expect(mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual([
      'Your email address is about to change',
    ]);
  });

  it('asks for the password again ten minutes after it was given', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    app.clock.advance(601);
    await browser.open('/account/email');
    const { url } = await browser.submit({ email: 'other@example.com' });
    expect([new URL(url).pathname, new URL(url).searchParams.get('return_to')]).toEqual(['/login', '/account/email']);
  });
});

describe('the history', () => {
  const eventsOn = ({ page }: BrowserLite) =>
    [...page.html.matchAll(/<li><strong>(.*?)<\/strong><time[^>]*>[^<]*<\/time>(.*?)<\/li>/g)].map(
      ([, event = '', rest = '']) => `${event} ${rest.replaceAll(/<[^>]+>/g, ' ').trim()}`.trim(),
    );

  it('tells the user what happened to the account, page by page, and names no administrator', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    const token = await app.token('admin');
    for (let n = 0; n < 30; n += 1) await app.data(token, SET, { id: user.id, input: { givenName: `Ada ${n}` } });
    await browser.open('/account/history');
    expect(eventsOn(browser)).toEqual(Array(25).fill('Your profile changed By an application of your organization'));
    const older = /href="([^"]+)"[^>]*>Older</.exec(browser.page.html)![1]!;
    await browser.open(older);
    expect(eventsOn(browser)).toHaveLength(6);
    expect(eventsOn(browser).at(-1)).toMatch(/^You signed in (127\.0\.0\.1|::1)$/);
    await browser.open(/href="([^"]+)"[^>]*>Newer</.exec(browser.page.html)![1]!);
    expect(eventsOn(browser)).toHaveLength(25);
    await browser.open('/account/history?after=nonsense');
    expect(eventsOn(browser)).toHaveLength(25);
  });

  it('has the failed sign-ins of others, and nothing about others', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    await browserOf(app, { ...user, password: 'a wrong password' });
    await browserOf(app, other);
    const browser = await browserOf(app, user);
    await browser.open('/account/history');
    expect(eventsOn(browser).map((event) => event.replace(/ \S+$/, ''))).toEqual(['You signed in', 'A sign-in failed']);
  });
});

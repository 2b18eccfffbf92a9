import { describe, expect, it } from '@jest/globals';
import { keptMail, keptMails } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, PASSWORD, type BuiltUser } from '../support/builders.ts';
import { browserOf } from '../support/logins.ts';

const app = useApp({ SIGNUP_ENABLED: 'true' });

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
const SET = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }';
const INVITE = 'mutation ($id: ID!) { inviteUser(id: $id) { invitation { id } } }';

const pageIn = async (path: string, acceptLanguage?: string): Promise<string> => {
  const headers = { accept: 'text/html', ...(acceptLanguage && { 'accept-language': acceptLanguage }) };
  return (await fetch(`${app.issuer}${path}`, { headers })).text();
};
const languageOf = (html: string): string | undefined => /<html lang="(\w+)">/.exec(html)?.[1];

async function speaks(user: BuiltUser, locale: string): Promise<void> {
  const input = { attributes: [{ name: 'locale', value: locale }] };
  await app.data(await app.token('admin'), SET, { id: user.id, input });
}

const mailTo = async (email: string) => {
  const mails = await keptMails(app.server.runtime);
  return (await keptMail(app.server.runtime, mails.find(({ to }) => to === email)!.id))!;
};

describe('the language of pages', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['de;q=0.1, en', 'en'],
    ['fr, de;q=0.5', 'de'],
    ['de;q=0', 'en'],
    ['tlh', 'en'],
    [';;q=x,,"', 'en'],
    [undefined, 'en'],
  ])('is what a browser asks for by Accept-Language: %s', async (accepted, language) => {
    expect(languageOf(await pageIn('/login', accepted))).toBe(language);
  });

  it('is what ui_locales asks for, on every page of the sign-in', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const browser = new BrowserLite(app.issuer);
    const login = await browser.open(authorizePath(client, { ui_locales: 'fr de' }));
    expect(login.html).toContain('<h1>Anmelden</h1>');
    const refused = await browser.submit({ email: 'nobody@example.com', password: 'x' });
    expect(refused.html).toContain('passen nicht zusammen');
    const consent = await browser.logIn(await buildUser(app));
    expect(consent.html).toContain('Zugriff erlauben?');
    expect(await pageIn('/login?ui_locales=de', 'en')).toContain('<h1>Anmelden</h1>');
  });

  it.each(['/login', '/signup', '/account', '/account/data'])(
    'is kept from %s on, without an application',
    async (path) => {
      const browser = new BrowserLite(app.issuer);
      expect(languageOf((await browser.open(`${path}?ui_locales=de`)).html)).toBe('de');
      const refused = await browser.submit({
        email: `nobody${path.replaceAll('/', '-')}@example.com`,
        password: 'x',
        confirmation: 'y',
      });
      expect([refused.status, languageOf(refused.html)]).toEqual([400, 'de']);
    },
  );

  it('is kept by the page for a forgotten password', async () => {
    const browser = new BrowserLite(app.issuer);
    expect(languageOf((await browser.open('/forgot-password?ui_locales=de')).html)).toBe('de');
    const refused = await browser.submit({ email: 'nobody' });
    expect([refused.status, languageOf(refused.html)]).toEqual([400, 'de']);
  });

  it('is the user’s own, once it is known who they are', async () => {
    const user = await buildUser(app);
    await speaks(user, 'de_AT');
    const browser = await browserOf(app, user);
    for (const path of [
      '',
      '/profile',
      '/email',
      '/password',
      '/two-step',
      '/sessions',
      '/applications',
      '/history',
      '/data',
    ])
      expect([path, languageOf((await browser.open(`/account${path}`)).html)]).toEqual([path, 'de']);
    expect((await browser.open('/account/sessions')).html).toMatch(
      /Zuletzt benutzt: <time[^>]+>\d+\. [\p{L}.]+ \d{4}, \d\d:\d\d UTC</u,
    );
    await speaks(user, 'tlh');
    expect(languageOf((await browser.open('/account')).html)).toBe('en');
  });

  it('is the browser’s on errors, too', async () => {
    expect(await pageIn('/no/such/page', 'de')).toContain('Seite nicht gefunden');
    expect(await pageIn('/activate?token=x', 'de')).toContain('Dieser Link gilt nicht mehr');
  });

  it('is listed in the metadata', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.ui_locales_supported).toEqual(['en', 'de']);
  });
});

describe('the language of mails', () => {
  it('is the user’s own, whoever causes the mail', async () => {
    const user = await buildUser(app, { passwordHash: null });
    await speaks(user, 'de');
    await app.data(await app.token('admin'), INVITE, { id: user.id });
    const { subject, text } = await mailTo(user.email);
    expect(subject).toBe('Ihre Einladung zu Example');
    expect(text).toContain('Der Link funktioniert einmal und gilt 24 Stunden.');
  });

  it('follows the attribute in notices of changes, with times as the user reads them', async () => {
    const user = await buildUser(app);
    await speaks(user, 'de');
    const browser = await browserOf(app, user);
    await browser.open('/account/password');
    const next = 'quite another long password';
    await browser.submit({ current_password: PASSWORD, password: next, confirmation: next });
    expect((await mailTo(user.email)).text).toMatch(/Zeit: \d+\. [\p{L}.]+ \d{4}, \d\d:\d\d UTC/u);
  });

  it('is the browser’s for somebody who has just signed up', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/signup');
    const account = { name: 'Ada', email: 'ada@german.example', password: PASSWORD, confirmation: PASSWORD };
    const done = await browser.submit(account, GERMAN);
    expect(done.html).toContain('Ihr Konto ist bereit');
    expect((await mailTo(account.email)).subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
  });
});

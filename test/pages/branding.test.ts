import { afterEach, describe, expect, it } from '@jest/globals';
import { keptMail, keptMails } from '#product';
import { onlyCustomer, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from '../support/builders.ts';

const app = useApp();
const UPDATE = `mutation ($id: ID!, $input: UpdateBrandingInput!, $version: Int) {
  updateBranding(id: $id, input: $input, expectedVersion: $version) { branding { name color logoUrl version pageTexts { name locale text } mailTexts { template part locale text } } }
}`;
// The smallest PNG.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LOGO = `data:image/png;base64,${PNG}`;

const update = async (input: object, given: { token?: string; id?: string; version?: number } = {}) => {
  const { token = await app.token('admin'), id = app.customer.customerId, version } = given;
  return (await app.graphql(token, UPDATE, { id, input, version })).body;
};
const inBoth = (texts: readonly object[]) =>
  ['en', 'de'].flatMap((locale) => texts.map((text) => ({ ...text, locale })));
const NONE = {
  name: null,
  color: null,
  logo: null,
  pageTexts: inBoth(['LOGIN_WELCOME', 'SIGN_UP_HINT', 'FOOTER'].map((name) => ({ name }))),
  mailTexts: inBoth(['SUBJECT', 'INTRODUCTION', 'CLOSING'].map((part) => ({ template: 'INVITATION', part }))),
};
afterEach(async () => {
  await update(NONE);
  await onlyCustomer(app);
});

/** The mail of an invitation. */
async function invited() {
  const user = await buildUser(app, { passwordHash: null });
  const INVITE = 'mutation ($id: ID!) { inviteUser(id: $id) { invitation { id } } }';
  await app.data(await app.token('admin'), INVITE, { id: user.id });
  const { id } = (await keptMails(app.server.runtime)).find(({ to }) => to === user.email)!;
  return (await keptMail(app.server.runtime, id))!;
}

const style = async (id: string = app.customer.customerId): Promise<string> => {
  const response = await fetch(`${app.issuer}/branding/${id}.css`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  return response.text();
};

describe('the branding of a customer', () => {
  it('colors its pages in light and dark mode, and shows its logo', async () => {
    expect(await style()).toBe('');
    const { branding } = (await update({ color: '#0B7A75', logo: LOGO })).data.updateBranding;
    expect(branding.color).toBe('#0b7a75');
    const css = await style();
    expect(css).toMatch(/^:root \{ --accent: #0b7a75; --accent-strong: #\w{6}; --tint: #\w{6}; \}/);
    expect(css).toMatch(/prefers-color-scheme: dark\) \{\n\s+:root \{ --accent: #(?!0b7a75)\w{6};/);
    expect(css).toContain(`url("/branding/${app.customer.customerId}/logo")`);
    const { pathname } = new URL(branding.logoUrl);
    expect((await app.send('GET', pathname)).status).toBe(200);
    const logo = await fetch(branding.logoUrl);
    expect(logo.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await logo.arrayBuffer()).toString('base64')).toBe(PNG);
    expect((await fetch(`${app.issuer}/branding/${app.customer.customerId}/other`)).status).toBe(404);
  });

  it('is on the pages of its sign-ins and accounts, whose policy allows only styles of this server', async () => {
    const link = `<link rel="stylesheet" href="/branding/${app.customer.customerId}.css"/>`;
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(await buildClient(app, { requireConsent: true })));
    expect(browser.page.html).toContain(link);
    expect(browser.page.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-[^']+';/);
    expect((await browser.logIn(user)).html).toContain(link);
    expect((await browser.open('/account')).html).toContain(link);
  });

  it('colors its mails', async () => {
    await update({ color: '#0b7a75' });
    expect((await invited()).html).toContain('background:#0b7a75');
  });

  it('has a name of its own, which stands on pages and in mails where the product and the customer stood', async () => {
    const browser = new BrowserLite(app.issuer);
    expect((await browser.open('/login')).html).toContain('Guildhall</p></footer>');
    expect((await update({ name: 'Nordwind & Söhne' })).data.updateBranding.branding.name).toBe('Nordwind & Söhne');
    const { html } = await browser.open('/login');
    expect(html).toContain('<header><bdi>Nordwind &amp; Söhne</bdi></header>');
    expect(html).not.toContain('Guildhall');
    const mail = await invited();
    expect(mail.subject).toBe('Your invitation to Nordwind & Söhne');
    expect(mail.text).toContain('by Nordwind & Söhne.');
    await update({ name: '' });
    expect((await browser.open('/login')).html).toContain('Guildhall</p></footer>');
  });

  it('has texts of its own on pages, by language, without markup', async () => {
    const pageTexts = [
      { name: 'LOGIN_WELCOME', locale: 'en', text: 'Welcome to <b>{application}</b>' },
      { name: 'FOOTER', locale: 'en', text: 'Help: 555 1234\r\n{customer}' },
      { name: 'FOOTER', locale: 'de', text: 'Hilfe: 555 1234' },
    ];
    await update({ name: 'Acme', pageTexts });
    const browser = new BrowserLite(app.issuer);
    const { html } = await browser.open(authorizePath(await buildClient(app, { name: 'Ledger' })));
    expect(html).toContain('<p class="own">Welcome to &lt;b>Ledger&lt;/b></p>');
    expect(html).toContain('<p class="own">Help: 555 1234\nAcme</p>');
    expect((await browser.open('/login?ui_locales=de')).html).toContain('<p class="own">Hilfe: 555 1234</p>');
    const { branding } = (await update({ pageTexts: [{ name: 'FOOTER', locale: 'en', text: null }] })).data
      .updateBranding;
    expect(branding.pageTexts.map(({ name, locale }: { name: string; locale: string }) => [name, locale])).toEqual([
      ['LOGIN_WELCOME', 'en'],
      ['FOOTER', 'de'],
    ]);
    expect((await browser.open('/login')).html).not.toContain('Help: 555 1234');
  });

  it('has texts of its own in mails, which name what they are about, and gets the built-in ones back', async () => {
    const mailTexts = [
      { template: 'INVITATION', part: 'SUBJECT', locale: 'en', text: 'Join {customer}, {name}' },
      { template: 'INVITATION', part: 'INTRODUCTION', locale: 'en', text: 'First line <b>.\nValid for {life}.' },
    ];
    await update({ name: 'Acme', mailTexts });
    const mail = await invited();
    expect(mail.subject).toMatch(/^Join Acme, \S/);
    expect(mail.text).toContain('First line <b>.\n\nValid for 24 hours.\n\n');
    expect(mail.html).toContain('First line &lt;b>.</p>');
    expect(mail.text).toContain('If you do not know what this is about');
    await update({ mailTexts: mailTexts.map((each) => ({ ...each, text: ' ' })) });
    expect((await invited()).subject).toBe('Your invitation to Acme');
  });

  it('is tried in previews of every mail, before its texts are stored', async () => {
    const { brandingTexts } = await app.data(
      await app.token('read'),
      '{ brandingTexts { locales pages { name placeholders maxLength } mails { template placeholders texts { part locale text maxLength } } } }',
    );
    expect(brandingTexts.mails).toHaveLength(22);
    await update({ name: 'Acme', color: '#0b7a75' });
    const PREVIEW = `query ($template: MailTemplate!, $locale: String!, $draft: MailDraftInput) {
      mailPreview(template: $template, locale: $locale, draft: $draft) { subject text html }
    }`;
    const preview = async (variables: object) => app.graphql(await app.token('read'), PREVIEW, variables);
    for (const { template, texts } of brandingTexts.mails)
      for (const locale of brandingTexts.locales) {
        const { mailPreview } = (await preview({ template, locale })).body.data;
        expect(mailPreview.text).toContain('Acme');
        expect(mailPreview.html).toContain(`<html lang="${locale}">`);
        expect(`${mailPreview.subject}${mailPreview.text}`).not.toMatch(/\{\w+\}/);
        expect(texts.map(({ part }: { part: string }) => part)).toEqual(
          expect.arrayContaining(['SUBJECT', 'INTRODUCTION', 'CLOSING']),
        );
      }
    const draft = { subject: 'Codes left: {count}' };
    const drafted = (await preview({ template: 'BACKUP_CODE_USED', locale: 'en', draft })).body;
    expect(drafted.data.mailPreview.subject).toBe('Codes left: 3');
    const wrong = { locale: 'fr', template: 'INVITATION', draft: { closing: '{password}' } };
    const { errors } = (await preview(wrong)).body;
    expect(errors[0].extensions.faults.map(({ path }: { path: string }) => path)).toEqual([
      expect.stringContaining('locale'),
      expect.stringContaining('draft.closing'),
    ]);
  });

  it('records what was and what is', async () => {
    await update({ name: 'Acme', pageTexts: [{ name: 'FOOTER', locale: 'en', text: 'Help' }] });
    const { auditEvents } = await app.data(
      await app.token('admin'),
      '{ auditEvents(first: 1) { edges { node { action changes { field old new } } } } }',
    );
    expect(auditEvents.edges[0].node).toEqual({
      action: 'branding.updated',
      changes: [
        { field: 'name', old: null, new: 'Acme' },
        { field: 'texts.en.page.footer', old: null, new: 'Help' },
      ],
    });
  });

  it.each([
    [
      'an unknown placeholder',
      { pageTexts: [{ name: 'FOOTER', locale: 'en', text: 'For {who}' }] },
      'pageTexts.0.text',
    ],
    [
      'a placeholder of another mail',
      { mailTexts: [{ template: 'MFA_RESET', part: 'CLOSING', locale: 'en', text: '{life}' }] },
      'mailTexts.0.text',
    ],
    [
      'a subject of two lines',
      { mailTexts: [{ template: 'MFA_RESET', part: 'SUBJECT', locale: 'en', text: 'a\nb' }] },
      'mailTexts.0.text',
    ],
    ['a long text', { pageTexts: [{ name: 'FOOTER', locale: 'en', text: 'x'.repeat(501) }] }, 'pageTexts.0.text'],
    ['an unknown language', { pageTexts: [{ name: 'FOOTER', locale: 'xx', text: 'x' }] }, 'pageTexts.0.locale'],
    ['a long name', { name: 'x'.repeat(121) }, 'name'],
    ['a color that is too light', { color: '#ffd400' }, 'color'],
    ['a text that is no color', { color: 'red; }' }, 'color'],
    ['an SVG, which can hold scripts', { logo: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'logo'],
    ['contents of another type', { logo: `data:image/jpeg;base64,${PNG}` }, 'logo'],
    ['a web address', { logo: 'https://example.com/logo.png' }, 'logo'],
    ['a large picture', { logo: `data:image/png;base64,${'A'.repeat(88_000)}` }, 'logo'],
  ])('refuses %s', async (_what, input, path) => {
    const { errors } = await update(input);
    expect(errors[0].extensions).toMatchObject({ kind: 'INVALID', faults: [{ path: expect.stringContaining(path) }] });
    expect(await style()).toBe('');
  });

  it('tells all faults, and refuses no change, another version, another customer, and callers without the scope', async () => {
    const codeOf = async (answer: ReturnType<typeof update>) => (await answer).errors[0].extensions.code;
    expect((await update({ color: '#fff', logo: 'x' })).errors[0].extensions.faults).toHaveLength(2);
    expect(await codeOf(update({}))).toBe('INVALID_INPUT');
    expect(await codeOf(update({ color: '#0b7a75' }, { version: 0 }))).toBe('VERSION_CONFLICT');
    const { customerId } = await app.newCustomer();
    expect(await codeOf(update({ color: '#0b7a75' }, { id: customerId }))).toBe('CUSTOMER_NOT_FOUND');
    expect(await codeOf(update({ color: '#0b7a75' }, { token: await app.token('write') }))).toBe('INSUFFICIENT_SCOPE');
    expect(await style(customerId)).toBe('');
    expect(await style('nobody')).toBe('');
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { keptMail, keptMails } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from '../support/builders.ts';

const app = useApp();
const UPDATE = `mutation ($id: ID!, $input: UpdateBrandingInput!, $version: Int) {
  updateBranding(id: $id, input: $input, expectedVersion: $version) { branding { color logoUrl version } }
}`;
// The smallest PNG.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LOGO = `data:image/png;base64,${PNG}`;

const update = async (input: object, given: { token?: string; id?: string; version?: number } = {}) => {
  const { token = await app.token('admin'), id = app.customer.customerId, version } = given;
  return (await app.graphql(token, UPDATE, { id, input, version })).body;
};
afterEach(() => update({ color: null, logo: null }));

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
    const user = await buildUser(app, { passwordHash: null });
    const INVITE = 'mutation ($id: ID!) { inviteUser(id: $id) { invitation { id } } }';
    await app.data(await app.token('admin'), INVITE, { id: user.id });
    const { id } = (await keptMails(app.server.runtime)).find(({ to }) => to === user.email)!;
    expect((await keptMail(app.server.runtime, id))!.html).toContain('background:#0b7a75');
  });

  it.each([
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

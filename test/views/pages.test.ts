import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  contentSecurityPolicy,
  renderConsent,
  renderErrorPage,
  renderLoggedOut,
  renderLogin,
  renderSecondFactor,
  renderSignUp,
  STYLE_HASH,
  SUBMIT_HASH,
  type FormErrorCode,
} from '../../src/views/index.ts';
import { samples, type Sample } from '../../src/views/samples.ts';
import { skeletonOf, tagsOf, withTexts } from './html.ts';

const all: [string, Sample][] = Object.entries(samples);
const form = { action: '/here', hidden: { flow: 'f-1', csrf: 'c-1' } };

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe.each(all)('the page %s', (pageName, { render, context }) => {
  const html = render(context);
  const tags = tagsOf(html);

  it('is a whole document in a named language, with a title and one heading', () => {
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(tags.filter(({ name }) => name === 'h1')).toHaveLength(1);
    expect(html).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}(?=[^{}]*<)/);
  });

  it('is the same page in German', () => {
    const german = render({ ...(context as object), language: 'de' });
    expect(german).toMatch(/^<!doctype html><html lang="de">/);
    expect(skeletonOf(german)).toEqual(skeletonOf(html));
    expect(german).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}(?=[^{}]*<)/);
  });

  it('has no inline handler, no inline style, and no script but the one that its policy allows', () => {
    const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => hashOf(script));
    const files = tags.flatMap(({ name, attributes }) => (name === 'script' && attributes.get('src')) || []);
    const { passkey } = context as { passkey?: { script: string } | null };
    expect(files).toEqual(passkey ? [passkey.script] : []);
    expect(scripts).toEqual(pageName === 'posted-answer' ? [SUBMIT_HASH] : files.map(() => hashOf('')));
    for (const { attributes } of tags)
      expect([...attributes.keys()].filter((key) => key === 'style' || key.startsWith('on'))).toEqual([]);
  });

  it('loads nothing and points nowhere but to the addresses it was given', () => {
    const given = JSON.stringify(context);
    for (const { attributes } of tags)
      for (const key of ['href', 'src', 'action', 'formaction'])
        if (/^(https?:)?\/\//.test(attributes.get(key) ?? '')) expect(given).toContain(attributes.get(key));
    for (const { attributes } of tags.filter(({ name }) => name === 'link'))
      expect(attributes.get('href')).toMatch(/^data:image\/svg\+xml,/);
  });

  it('posts its forms to the given action with the given hidden values', () => {
    const { action, hidden } = context as Partial<typeof form>;
    const forms = tags.filter(({ name }) => name === 'form');
    expect(forms).toHaveLength(action === undefined ? 0 : 1);
    expect(forms.map(({ attributes }) => [attributes.get('method'), attributes.get('action')])).toEqual(
      action === undefined ? [] : [['post', action]],
    );
    const carried = tags.filter(({ attributes }) => attributes.get('type') === 'hidden');
    expect(
      Object.fromEntries(carried.map(({ attributes }) => [attributes.get('name'), attributes.get('value')])),
    ).toEqual(hidden ?? {});
  });

  it('carries the style its policy allows, to the byte', () => {
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    expect(hashOf(style)).toBe(STYLE_HASH);
  });

  it('escapes every text of its context', () => {
    const expected = skeletonOf(render(withTexts(context, '/-harmless')));
    const markup = fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '"><svg onload=alert(1)>',
      '</title></style><b>',
      "'&lt;",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(markup, fc.string({ unit: 'grapheme' }))), (parts) => {
        const hostile = render(withTexts(context, `/-${parts.join('')}`));
        expect(skeletonOf(hostile)).toEqual(expected);
        expect(hostile).not.toMatch(/<img src=x|<svg onload|<b>/);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a form that is refused', () => {
  const focusOf = (html: string) =>
    tagsOf(html).flatMap(({ attributes }) => (attributes.has('autofocus') ? [attributes.get('name')] : []));

  it('has the focus in the field to mend first', () => {
    const signUp = (error?: FormErrorCode) =>
      focusOf(
        renderSignUp({
          ...form,
          minLength: 8,
          signInHref: '/login',
          ...(error && { error: { code: error } }),
        } as never),
      );
    expect(signUp()).toEqual(['name']);
    expect(signUp('password_weak')).toEqual(['password']);
    expect(signUp('email_taken')).toEqual(['email']);
    expect(focusOf(renderLogin({ ...form, email: 'a@b.example', error: { code: 'bad_credentials' } }))).toEqual([
      'password',
    ]);
    expect(focusOf(renderLogin({ ...form, error: { code: 'too_many_tries', waitSeconds: 1 } }))).toEqual(['email']);
  });

  it('has it once, in the profile, too', () => {
    const { context, render } = samples['profile-faulty'];
    expect(focusOf(render(context))).toHaveLength(1);
  });
});

describe('the login page', () => {
  it('binds its fields to what password managers know and, when refused, to the error', () => {
    const inputs = tagsOf(renderLogin({ ...form, email: 'a@b.example', error: { code: 'bad_credentials' } })).filter(
      ({ attributes }) => attributes.has('aria-describedby'),
    );
    expect(inputs.map(({ attributes }) => [attributes.get('name'), attributes.get('autocomplete')])).toEqual([
      ['email', 'username'],
      ['password', 'current-password'],
    ]);
    for (const { attributes } of inputs)
      expect([attributes.get('aria-invalid'), attributes.get('aria-describedby')]).toEqual(['true', 'form-error']);
  });

  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [7200, '2 hours'],
  ])('says of a wait of %i seconds that it is %s', (waitSeconds, words) => {
    const html = renderLogin({ ...form, error: { code: 'too_many_tries', waitSeconds } });
    expect(html).toContain(`role="alert" id="form-error">Too many tries. Please wait ${words} and try again.`);
  });

  it('never shows a password', () => {
    expect(renderLogin(form)).not.toMatch(/type="password"[^>]*value=/);
  });
});

describe('the second factor page', () => {
  it.each([
    [undefined, false],
    [4, false],
    [3, true],
    [0, true],
  ])('with %p backup codes left warns: %p', (backupCodesLeft, warns) => {
    const html = renderSecondFactor({ ...form, email: 'a@b.example', backupCodesLeft });
    expect(html.includes('Unused backup codes')).toBe(warns);
  });
});

describe('the consent page', () => {
  const asked = { customerName: 'Acme', email: 'a@b.example', resources: [], returnHost: 'ledger.example' };

  it('describes the scopes it knows, names the others, and posts a decision', () => {
    const scopes = ['groups', 'invoices:read', 'constructor'];
    const html = renderConsent({ ...form, ...asked, client: { name: 'Ledger', registeredBy: null }, scopes });
    expect(html).toContain('See your groups');
    expect(html).toContain('Use the permission “invoices:read”');
    expect(html).toContain('Use the permission “constructor”');
    const buttons = tagsOf(html).filter(({ attributes }) => attributes.get('name') === 'decision');
    expect(buttons.map(({ attributes }) => attributes.get('value'))).toEqual(['deny', 'allow', 'another']);
  });

  it('names each thing once, however it is asked for', () => {
    const orders = { name: 'orders:read', sentence: 'See your orders', isOptional: false, isChosen: true };
    const html = renderConsent({
      ...form,
      ...asked,
      client: { name: 'Ledger', registeredBy: null },
      scopes: ['openid', 'orders:read'],
      resources: ['https://orders.example/'],
      claims: [{ claim: 'groups', title: null }],
      apis: [{ identifier: 'https://orders.example/', name: 'Orders', scopes: [orders] }],
    });
    for (const thing of ['Orders', 'See your orders', 'names of']) expect(html.split(thing)).toHaveLength(2);
    for (const twice of ['orders:read', 'https://orders.example/']) expect(html).not.toContain(twice);
  });

  it('shows a logo from https or as data only', () => {
    const shown = (logoUri: string) =>
      renderConsent({
        ...form,
        ...asked,
        client: { name: 'Ledger', logoUri, registeredBy: null },
        scopes: [],
      }).includes('<img');
    expect(shown('https://ledger.example/logo.png')).toBe(true);
    expect(shown('data:image/png;base64,AAAA')).toBe(true);
    expect(shown('http://ledger.example/logo.png')).toBe(false);
    expect(shown('javascript:alert(1)')).toBe(false);
  });

  it('shows the logo of each API beside its name, and nothing for one without', () => {
    const logosOf = (...logos: (string | null)[]) => {
      const apis = logos.map((logoUri, n) => ({
        identifier: `https://${n}.example`,
        name: `API ${n}`,
        logoUri,
        scopes: [],
      }));
      const html = renderConsent({
        ...form,
        ...asked,
        client: { name: 'Ledger', registeredBy: null },
        scopes: [],
        apis,
      });
      for (const { name } of apis) expect(html).toContain(name);
      return tagsOf(html).filter(({ attributes }) => attributes.get('class')?.split(' ').includes('logo'));
    };
    // The first is the client’s.
    const [, ...shown] = logosOf(
      null,
      'https://api.example/logo.png',
      'http://api.example/a.png',
      'javascript:alert(1)',
    );
    expect(shown.map(({ attributes }) => [attributes.get('src'), attributes.get('alt')])).toEqual([
      ['https://api.example/logo.png', ''],
    ]);
  });
});

describe('a link back to an application', () => {
  it.each(['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', 'http://['])(
    'is not made of %p',
    (href) => {
      expect(tagsOf(renderLoggedOut({ returnTo: { href } })).filter(({ name }) => name === 'a')).toEqual([]);
    },
  );

  it.each(['https://app.example/', 'http://127.0.0.1:8080/', 'com.example.app:/done', '/account'])(
    'is made of %p',
    (href) => {
      expect(renderLoggedOut({ returnTo: { href, clientName: 'App' } })).toContain(`<a href="${href}"`);
    },
  );
});

describe('the error page', () => {
  it('says what is wrong and by which request', () => {
    const detail = 'invalid_request: redirect_uri is not registered';
    const html = renderErrorPage({ problem: 'bad_request', detail, requestId: 'r-17' });
    expect(html).toContain(`<code>${detail}</code>`);
    expect(html).toContain('<code>r-17</code>');
    expect(html).toContain('<title>Error: ');
  });
});

describe('the page of a logout that applications are told of', () => {
  const context = { frames: ['https://a.example/out?x=1&y=2', 'https://b.example/out'] };

  it('has a frame for each, which can neither navigate the page nor open windows', () => {
    const frames = tagsOf(renderLoggedOut(context)).filter(({ name }) => name === 'iframe');
    expect(frames).toHaveLength(2);
    const html = renderLoggedOut(context);
    expect(html.match(/sandbox="allow-scripts allow-same-origin"/g)).toHaveLength(2);
    expect(html).toContain('src="https://a.example/out?x=1&amp;y=2"');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x'])('goes on by itself, but not to %p', (href) => {
    expect(renderLoggedOut({ ...context, returnTo: { href: 'https://a.example/' } })).toContain('http-equiv="refresh"');
    expect(renderLoggedOut({ ...context, returnTo: { href } })).not.toContain('http-equiv="refresh"');
    expect(renderLoggedOut({ returnTo: { href: 'https://a.example/' } })).not.toContain('http-equiv="refresh"');
  });
});

describe('the content security policy', () => {
  it('allows frames of the origins that the caller names', () => {
    expect(contentSecurityPolicy([], undefined, ['https://a.example'])).toContain('; frame-src https://a.example; ');
  });

  it('lets one script run where the caller says', () => {
    expect(contentSecurityPolicy([], `'${SUBMIT_HASH}'`)).toContain(
      `default-src 'none'; script-src '${SUBMIT_HASH}'; `,
    );
  });

  it('allows the style and nothing that runs, and lets forms end only where the caller says', () => {
    expect(contentSecurityPolicy(['https://app.example'])).toBe(
      `default-src 'none'; style-src 'self' '${STYLE_HASH}'; img-src 'self' data: https:; ` +
        "form-action 'self' https://app.example; frame-ancestors 'none'; base-uri 'none'",
    );
  });
});

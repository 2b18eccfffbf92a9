import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { webUriFault } from '../../../src/ground/kernel/registered-uri.ts';
import { redirectUriFault } from '../../../src/modules/clients/redirect-uri.ts';

const good = [
  'https://rp.example/callback',
  'https://rp.example',
  'https://rp.example:8443/cb?tenant=a%2Cb&x=',
  'https://RP.example/cb',
  'https://xn--mnchen-3ya.example/cb',
  'https://192.0.2.1/cb',
  'https://[2001:db8::1]:8443/cb',
  'https://localhost/cb',
  'http://localhost/cb',
  'http://localhost:8080/cb',
  'http://127.0.0.1:51004/cb',
  'http://[::1]:51004/cb',
  'com.example.app:/oauth2redirect',
  'com.example.app://callback',
];

const bad = [
  '',
  ' ',
  '/callback',
  'callback',
  '//rp.example/cb',
  'rp.example/cb',
  'https:',
  'https:rp.example/cb',
  'https:/rp.example/cb',
  'https:///rp.example/cb',
  'https://',
  'https://?x',
  'https://rp.example/cb#',
  'https://rp.example/cb#fragment',
  'https://*.rp.example/cb',
  'https://rp.example/*',
  'https://user@rp.example/cb',
  'https://user:secret@rp.example/cb',
  'https://rp.example@evil.example/cb',
  'https://rp.example\\@evil.example/cb',
  'https://rp.example:/cb',
  'https://rp.example:99999/cb',
  'https://rp.exa%6dple/cb',
  'https://0x7f.1/cb',
  'https://2130706433/cb',
  'https://[2001:0db8::1]/cb',
  'https://münchen.example/cb',
  'https://rp.example/a b',
  'https://rp.example/a\tb',
  'https://rp.example/a\nb',
  ' https://rp.example/cb',
  'https://rp.example/cb ',
  'https://rp.example/\0',
  'https://rp.example/%',
  'https://rp.example/%zz',
  'https://rp.example/<script>',
  'https://rp.example/"',
  'http://rp.example/cb',
  'http://127.0.0.2/cb',
  'http://127.1/cb',
  'http://localhost.evil.example/cb',
  'http://localhost@evil.example/cb',
  'http://[::ffff:127.0.0.1]/cb',
  'HTTP://rp.example/cb',
  'HTTPS://rp.example/cb',
  'ftp://rp.example/cb',
  'ws://rp.example/cb',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://rp.example/1',
  'about:blank',
  'urn:ietf:wg:oauth:2.0:oob',
  'myapp:/cb',
  'myapp://cb',
  'com.example.app:',
  'com..app:/cb',
  '.app:/cb',
  'com.example.app://user@host/cb',
  `https://rp.example/${'a'.repeat(2048)}`,
];

describe('the check of a redirect URI', () => {
  it.each(good)('RFC 8252 §7.1, §7.2: lets %j pass', (uri) => expect(redirectUriFault(uri)).toBeUndefined());

  it.each(bad)('refuses %j', (uri) =>
    expect(redirectUriFault(uri)).toEqual(expect.objectContaining({ rule: expect.any(String) })),
  );

  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ['http', 'https', 'ftp'] }),
    fc
      .tuple(
        fc.constantFrom('https:', 'http:', 'javascript:', 'data:', 'a.b:', 'HTTPS:', 'file:', '\thttps:'),
        fc.constantFrom('//', '/', '', '///', '\\\\', '/\\'),
        fc.constantFrom('', 'u@', 'u:p@', 'a.example@'),
        fc.constantFrom('a.example', 'localhost', '127.0.0.1', '127.1', '[::1]', '*.a', 'ａ.example', ''),
        fc.constantFrom('', ':1', ':080', ':', ':x'),
        fc.string(),
      )
      .map((parts) => parts.join('')),
  );

  it('lets nothing pass that a browser would take elsewhere than it is written', () => {
    fc.assert(
      fc.property(anything, (uri) => {
        if (redirectUriFault(uri) !== undefined) return;
        const url = new URL(uri);
        expect(url.username + url.password + url.hash).toBe('');
        expect(uri).not.toMatch(/[#*\\\s]/);
        if (url.protocol === 'https:' || url.protocol === 'http:')
          expect(uri.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`)).toBe(true);
        else expect(url.protocol).toMatch(/^[a-z][^.]*\..+:$/);
        if (url.protocol === 'http:') expect(['localhost', '127.0.0.1', '[::1]']).toContain(url.hostname);
      }),
      { numRuns: 20_000 },
    );
  });

  it('RFC 6749 §3.1.2: refuses every fit URI once a fragment, a user name, a wildcard or a blank is added', () => {
    const spoilt = [
      (uri: string) => `${uri}#`,
      (uri: string) => `${uri}*`,
      (uri: string) => `${uri}\n`,
      (uri: string) => uri.replace('://', '://someone@'),
    ];
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, validSchemes: ['https'] }),
        fc.constantFrom(...spoilt),
        (uri, spoil) => {
          expect(redirectUriFault(spoil(uri))).toEqual(expect.objectContaining({ rule: expect.any(String) }));
        },
      ),
    );
  });

  it('lets every https URL in its usual spelling pass', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, validSchemes: ['https'] }), (written) => {
        const { href } = new URL(written.toLowerCase());
        fc.pre(!href.includes('*'));
        expect(redirectUriFault(href)).toBeUndefined();
      }),
    );
  });
});

describe('the check of a page’s address', () => {
  it.each(['https://rp.example/logo.png', 'https://rp.example/terms#top'])('lets %j pass', (uri) =>
    expect(webUriFault(uri, false)).toBeUndefined(),
  );

  it('lets http pass only where it is told to', () => {
    expect(webUriFault('http://rp.example/logo.png', true)).toBeUndefined();
    expect(webUriFault('http://rp.example/logo.png', false)).toEqual(
      expect.objectContaining({ rule: expect.any(String) }),
    );
  });

  it.each([
    '',
    'logo.png',
    '//rp.example/x',
    'https:',
    'https://',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'ftp://a.example',
    'https://u:p@rp.example/',
    'https://rp.example/\0',
    'https://rp.example/\ud800',
    'https:\\\\rp.example',
    `https://a.example/${'a'.repeat(2048)}`,
  ])('refuses %j', (uri) =>
    expect(webUriFault(uri, true)).toEqual(expect.objectContaining({ rule: expect.any(String) })),
  );
});

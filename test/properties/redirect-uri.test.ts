import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answerUri } from '../../src/doors/oauth/endpoints/authorize/answer.ts';
import { isSameRedirectUri } from '../../src/doors/oauth/redirect-uris.ts';

const RUNS = { numRuns: 200 };
const web = fc.webUrl({ withQueryParameters: true, validSchemes: ['https'] });
const port = fc.integer({ min: 0, max: 65_535 });
const path = fc.constantFrom('', '/', '/cb', '/cb?tenant=1', '?x');
const loopback = fc.constantFrom('http://127.0.0.1', 'http://[::1]', 'http://localhost');
const at = (host: string, number: number | null, rest: string) =>
  `${host}${number === null ? '' : `:${number}`}${rest}`;

/** Ways of writing something else that a careless comparison takes for the same. */
const changes: readonly ((uri: string) => string)[] = [
  (uri) => `${uri}/`,
  (uri) => `${uri}?`,
  (uri) => `${uri}#`,
  (uri) => `${uri}%20`,
  (uri) => ` ${uri}`,
  (uri) => `${uri}\n`,
  (uri) => `${uri}\0`,
  (uri) => uri.replace('://', ':///'),
  (uri) => uri.replace('://', '://rp.example@'),
  (uri) => uri.replace('://', '://rp.example\\@'),
  (uri) => uri.replace('://', ':\\\\'),
  (uri) => uri.replace('://', '://evil.example/'),
  (uri) => uri.replace('://', '://evil.'),
  (uri) => `${uri}/../evil`,
  (uri) => uri.toUpperCase(),
];

describe('comparing redirect URIs', () => {
  it('RFC 9700 §2.1: takes a URI for itself and for nothing that is written in another way', () => {
    fc.assert(
      fc.property(fc.oneof(web, fc.string()), fc.oneof(web, fc.string()), (registered, uri) => {
        expect(isSameRedirectUri(registered, registered)).toBe(true);
        expect(isSameRedirectUri(registered, uri)).toBe(registered === uri);
      }),
      RUNS,
    );
    fc.assert(
      fc.property(fc.oneof(web, loopback), fc.constantFrom(...changes), (registered, change) => {
        fc.pre(change(registered) !== registered);
        expect(isSameRedirectUri(registered, change(registered))).toBe(false);
      }),
      RUNS,
    );
  });

  it('RFC 8252 §7.3: lets the port of a loopback address vary, and nothing else of it', () => {
    const ports = fc.option(port);
    fc.assert(
      fc.property(loopback, ports, ports, path, path, loopback, (host, one, other, rest, otherRest, otherHost) => {
        const same = host === otherHost && rest === otherRest;
        expect(isSameRedirectUri(at(host, one, rest), at(otherHost, other, otherRest))).toBe(same);
      }),
      RUNS,
    );
  });

  it('lets no other host’s port vary, nor any with TLS, nor a port there cannot be', () => {
    const hosts = [
      'https://localhost',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'http://127.0.0.2',
      'https://127.0.0.1',
      'https://[::1]',
      'http://[::2]',
      'http://rp.example',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...hosts), port, port, path, (host, one, other, rest) => {
        expect(isSameRedirectUri(at(host, one, rest), at(host, other, rest))).toBe(one === other);
      }),
      RUNS,
    );
    fc.assert(
      fc.property(loopback, fc.integer({ min: 65_536 }), path, (host, number, rest) => {
        expect(isSameRedirectUri(at(host, 1, rest), at(host, number, rest))).toBe(false);
      }),
      RUNS,
    );
  });

  it('is the same either way round', () => {
    const any = fc.oneof(
      web,
      fc.tuple(loopback, fc.option(port), path).map((parts) => at(...parts)),
    );
    fc.assert(
      fc.property(any, any, (a, b) => expect(isSameRedirectUri(a, b)).toBe(isSameRedirectUri(b, a))),
      RUNS,
    );
  });
});

describe('the answer at a redirect URI', () => {
  it('RFC 6749 §4.1.2: gives back the state as it was received, and leaves the URI as it is', () => {
    fc.assert(
      fc.property(
        web,
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'binary-ascii', maxLength: 600 }),
        (uri, code, state) => {
          const answer = answerUri(uri, { code, state, iss: 'https://id.example' });
          expect(answer.startsWith(uri)).toBe(true);
          const added = new URLSearchParams(answer.slice(uri.length + 1));
          expect([...added]).toEqual([
            ['code', code],
            ['state', state],
            ['iss', 'https://id.example'],
          ]);
          expect(new URL(answer).origin).toBe(new URL(uri).origin);
          expect(answer.slice(uri.length)).toMatch(/^[?&][\w*.&=%+-]*$/);
        },
      ),
      RUNS,
    );
  });
});

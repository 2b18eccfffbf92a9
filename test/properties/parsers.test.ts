import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ALL_SCOPES, expandScopes, SCOPES } from '../../src/ground/kernel/access.ts';
import { AppError } from '../../src/ground/kernel/errors.ts';
import { readParameters } from '../../src/ground/http/form.ts';
import { fits, type Order, type SortKey } from '../../src/ground/lists/order.ts';
import { edgeOf, readPage } from '../../src/ground/lists/pagination.ts';
import { readCode } from '../../src/modules/mfa/backup-code.ts';
import { deviceName } from '../../src/modules/sessions/device-name.ts';
import { addressKey } from '../../src/ground/http/address.ts';
import { readCredentials } from '../../src/doors/oauth/client-auth/credentials.ts';
import { OAuthError } from '../../src/doors/oauth/errors.ts';
import { onlyAllowed, parseScopes } from '../../src/doors/oauth/scopes.ts';
import { tokenIn } from '../../src/doors/oauth/tokens/authorization.ts';

const RUNS = { numRuns: 200 };
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

/** What came of it, or the error that may come of it; any other fails the test. */
function tried<Result, Fault>(work: () => Result, kind: abstract new (...args: never[]) => Fault): Result | Fault {
  try {
    return work();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}

describe('the scopes of a request', () => {
  const known = fc.subarray([...ALL_SCOPES]);

  it('RFC 6749 §3.3: are read whatever the blanks between them, each once and in their order', () => {
    fc.assert(
      fc.property(known, fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), (scopes, blanks) => {
        const written = [...scopes, ...scopes].map((scope, at) => scope + ' '.repeat(1 + blanks[at % 12]!)).join('');
        expect(parseScopes(` ${written}`)).toEqual(scopes);
        expect(parseScopes(parseScopes(written).join(' '))).toEqual(scopes);
      }),
      RUNS,
    );
  });

  it('are known words or invalid_scope, never anything else', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          known.map((scopes) => scopes.join('\t')),
        ),
        (written) => {
          const read = tried(() => parseScopes(written), OAuthError);
          if (read instanceof OAuthError) return expect(read.code).toBe('invalid_scope');
          return expect(ALL_SCOPES).toEqual(expect.arrayContaining(read));
        },
      ),
      RUNS,
    );
  });

  it('are granted when all of them are allowed and there is one, as they are', () => {
    fc.assert(
      fc.property(known, known, (wanted, allowed) => {
        const granted = tried(() => onlyAllowed(wanted, new Set(allowed)), OAuthError);
        const isWithin = wanted.length > 0 && wanted.every((scope) => allowed.includes(scope));
        expect(granted instanceof OAuthError ? granted.code : granted).toEqual(isWithin ? wanted : 'invalid_scope');
      }),
      RUNS,
    );
  });

  it('include what is smaller and never more: including is idempotent, grows with the scopes, and stays within the largest', () => {
    const sets = fc.subarray([...SCOPES, 'openid', 'groups']);
    fc.assert(
      fc.property(sets, sets, (some, more) => {
        const all = expandScopes(some);
        expect(expandScopes([...all])).toEqual(all);
        expect(all.isSubsetOf(expandScopes([...some, ...more]))).toBe(true);
        const largest = Math.max(...some.map((scope) => (SCOPES as readonly string[]).indexOf(scope)), -1);
        expect(all.size).toBe(largest + 1);
      }),
      RUNS,
    );
  });
});

describe('the parameters of a form', () => {
  it('RFC 6749 §3.2: are each there once, or the request is refused', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), text)), (pairs) => {
        const form = new URLSearchParams(pairs);
        const read = tried(() => readParameters(form), AppError);
        const isRepeated = new Set(form.keys()).size < form.size;
        if (read instanceof AppError) {
          expect(read.kind).toBe('invalid');
          expect(isRepeated || [...form.values()].some((value) => value.includes('\0'))).toBe(true);
        } else {
          expect(isRepeated).toBe(false);
          expect([...read]).toEqual([...form]);
        }
      }),
      RUNS,
    );
  });
});

describe('the credentials of a client', () => {
  const encoded = (value: string) => new URLSearchParams({ '': value }).toString().slice(1);
  const none = new Map<string, string>();

  it('RFC 6749 §2.3.1: come out of a Basic header as they went in, whatever they hold', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(value, value, (clientId, secret) => {
        const pair = Buffer.from(`${encoded(clientId)}:${encoded(secret)}`).toString('base64');
        expect(readCredentials(`Basic ${pair}`, none)).toEqual({ method: 'client_secret_basic', clientId, secret });
      }),
      RUNS,
    );
  });

  it('are read or refused by an error of OAuth, whatever the header and the form', () => {
    const header = fc.option(
      fc.oneof(
        text,
        fc.base64String().map((value) => `Basic ${value}`),
      ),
      { nil: undefined },
    );
    const form = fc
      .record({ client_id: text, client_secret: text }, { requiredKeys: [] })
      .map((fields) => new Map(Object.entries(fields)));
    fc.assert(
      fc.property(header, form, (authorization, fields) => {
        const read = tried(() => readCredentials(authorization, fields), OAuthError);
        if (read instanceof OAuthError) return expect(['invalid_client', 'invalid_request']).toContain(read.code);
        // RFC 6749 §2.3: one way at a time, and no client by two names.
        if (authorization !== undefined) {
          expect(read.method).toBe('client_secret_basic');
          expect(fields.get('client_secret') ?? '').toBe('');
          expect(fields.get('client_id') || read.clientId).toBe(read.clientId);
        } else expect(read.method === 'none').toBe(read.secret === '');
        return expect(read.clientId).not.toBe('');
      }),
      RUNS,
    );
  });
});

describe('the bearer header', () => {
  it('RFC 6750 §2.1: holds one b64token, or none is read', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9\-._~+/]{1,50}={0,3}$/);
    fc.assert(
      fc.property(token, fc.constantFrom('Bearer ', 'bearer ', 'BEARER  ', 'DPoP ', 'dpop '), (value, scheme) =>
        expect(tokenIn(scheme + value)).toEqual({ scheme: scheme.trim().toLowerCase(), token: value }),
      ),
      RUNS,
    );
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((value) => `Bearer ${value}`),
          text.map((value) => `DPoP ${value}`),
        ),
        (header) => {
          const read = tokenIn(header);
          if (read !== null) expect(header.replace(/^(?:bearer|dpop) +/i, '').trimEnd()).toBe(read.token);
          if (read !== null) expect(read.token).toMatch(/^[\w\-.~+/]+=*$/);
        },
      ),
      RUNS,
    );
  });
});

describe('a cursor', () => {
  const key = (type: SortKey['type'], isRequired: boolean): SortKey => ({
    sql: '',
    type,
    direction: 'asc',
    isRequired,
  });
  const order: Order = {
    name: 'a',
    keys: [key('text', false), key('integer', true), key('boolean', true), key('time', false), key('uuid', true)],
  };
  const place = fc.tuple(
    fc.option(fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))),
    fc.integer(),
    fc.boolean(),
    fc.option(
      fc
        .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
        .map((date) => date.toISOString().replace('Z', '123Z')),
    ),
    fc.uuid(),
  );

  it('brings back the place that it was made of, and only in its order', () => {
    fc.assert(
      fc.property(place, (values) => {
        const { cursor } = edgeOf(order, {}, () => values);
        expect(readPage({ after: cursor }, order)).toMatchObject({ after: values, before: null, isBackward: false });
        expect(readPage({ last: 1, before: cursor }, order)).toMatchObject({ before: values, isBackward: true });
        const error = tried(() => readPage({ after: cursor }, { ...order, name: 'b' }), AppError);
        expect(error).toMatchObject({ code: 'INVALID_CURSOR', field: 'after' });
      }),
      RUNS,
    );
  });

  it('that nobody was given is refused, or holds values of the right form', () => {
    const forged = fc.oneof(
      text,
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
      fc
        .tuple(place, fc.nat(4), fc.jsonValue())
        .map(([values, n, value]) => ['a', ...(values as unknown[]).with(n, value)])
        .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
    );
    fc.assert(
      fc.property(forged, fc.oneof(fc.integer(), fc.double()), (after, first) => {
        const page = tried(() => readPage({ first, after }, order), AppError);
        if (page instanceof AppError) return expect(page.kind).toBe('invalid');
        return expect(order.keys.every((each, n) => fits(each, page.after?.[n]))).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('a code of a second factor', () => {
  it('is read in whatever grouping it was typed', () => {
    const digits = fc.stringMatching(/^[0-9]{6}$/);
    fc.assert(
      fc.property(digits, fc.nat(6), fc.constantFrom(' ', '-', '\u2009', '–', '\t'), (code, at, gap) => {
        expect(readCode(`${code.slice(0, at)}${gap}${code.slice(at)}`)).toEqual({ kind: 'totp', code });
      }),
      RUNS,
    );
  });

  it('is six digits or ten letters of the alphabet, or none', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.stringMatching(/^[0-9a-zA-Z -]{5,12}$/)), (typed) => {
        const read = readCode(typed);
        if (read !== null) expect(read.code).toMatch(read.kind === 'totp' ? /^\d{6}$/ : /^[0-9a-hjkmnp-tv-z]{10}$/);
      }),
      RUNS,
    );
  });
});

describe('what a browser sends of itself', () => {
  it('is a name for people, whatever the User-Agent header holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          text,
          text.map((name) => `Mozilla/5.0 (${name}) Firefox/${name}`),
        ),
        async (header) => {
          expect(await deviceName(header)).toEqual(expect.stringMatching(/\S/));
        },
      ),
      RUNS,
    );
  });

  it('counts by its address, an IPv6 one by its network, however that is written', () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        expect(addressKey(ip)).toMatch(/^[\da-f:.]+$/);
        expect(addressKey(ip.toUpperCase())).toBe(addressKey(ip));
      }),
      RUNS,
    );
    fc.assert(
      fc.property(fc.ipV4(), (ip) => expect(addressKey(`::ffff:${ip}`)).toBe(addressKey(ip))),
      RUNS,
    );
  });
});

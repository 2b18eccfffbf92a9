import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ProofReader } from '../../src/doors/oauth/dpop/proof.ts';

const RUNS = { numRuns: 200 };
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = publicKey.export({ format: 'jwk' });
const reader = new ProofReader();

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(header: unknown, claims: unknown): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

const HEADER = { typ: 'dpop+jwt', alg: 'ES256', jwk };
const claims = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 5 }).map((made) =>
  // JSON has one zero.
  JSON.parse(JSON.stringify(made)),
);
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

describe('a proof of possession', () => {
  it('is read as it was signed, whatever it claims', () => {
    fc.assert(
      fc.property(claims, (said) => expect(reader.read(signed(HEADER, said))).toMatchObject({ claims: said })),
      RUNS,
    );
  });

  it('is read from no other text, and any text is only refused', () => {
    const part = fc.oneof(text, fc.jsonValue().map(encode), fc.constant(encode(HEADER)));
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.')),
        ),
        (given) => expect(typeof reader.read(given)).toBe('string'),
      ),
      { numRuns: 1000 },
    );
  });

  it('is refused with any character changed, added or left out', () => {
    const proof = signed(HEADER, { jti: 'one', htm: 'POST' });
    const letter = fc.constantFrom(...'abcXYZ019-_=.');
    fc.assert(
      fc.property(fc.nat(proof.length - 1), letter, fc.constantFrom(0, 1), (at, put, taken) => {
        const changed = proof.slice(0, at) + put + proof.slice(at + taken);
        if (changed !== proof) expect(typeof reader.read(changed)).toBe('string');
        expect(typeof reader.read(proof.slice(0, at) + proof.slice(at + 1))).toBe('string');
      }),
      { numRuns: 500 },
    );
  });

  it('is refused with any other header', () => {
    const changes = fc.oneof(
      fc.record({ typ: fc.jsonValue() }),
      fc.record({ alg: fc.jsonValue() }),
      fc.record({ alg: fc.constantFrom('none', 'HS256', 'RS256', 'ES384', 'PS256', 'EdDSA', 'Ed25519') }),
      fc.record({ jwk: fc.jsonValue() }),
      fc.record({ crit: fc.jsonValue() }),
      fc.constantFrom('d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k').map((name) => ({ jwk: { ...jwk, [name]: 'AQAB' } })),
      fc
        .constantFrom('kty', 'crv', 'x', 'y')
        .chain((name) => fc.jsonValue().map((value) => ({ jwk: { ...jwk, [name]: value } }))),
    );
    fc.assert(
      fc.property(changes, (change) => expect(typeof reader.read(signed({ ...HEADER, ...change }, {}))).toBe('string')),
      RUNS,
    );
  });
});

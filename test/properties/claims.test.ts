import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CLAIMS_MAX, wantedClaims } from '../../src/doors/oauth/endpoints/authorize/claims.ts';

const RUNS = { numRuns: 500 };
const read = (text: string) => wantedClaims(new Map([['claims', text]]));

const names = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name !== 'acr' && name !== 'sub');
const request = fc.oneof(
  fc.constant(null),
  fc.record(
    {
      essential: fc.boolean(),
      value: fc.jsonValue({ maxDepth: 1 }),
      values: fc.array(fc.string(), { maxLength: 3 }),
      other: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: [] },
  ),
);
const member = fc.uniqueArray(fc.tuple(names, request), { maxLength: 8, selector: ([name]) => name });
// JSON.parse, other than a literal, makes `__proto__` a member like any other.
const written = (pairs: readonly (readonly [string, unknown])[]): string =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;

describe('the claims parameter', () => {
  it('is read as it was written: every name of each member', () => {
    fc.assert(
      fc.property(member, member, (userinfo, idToken) => {
        const text = `{"userinfo":${written(userinfo)},"id_token":${written(idToken)}}`;
        const wanted = text.length > CLAIMS_MAX ? null : read(text);
        if (text.length > CLAIMS_MAX) return;
        expect(new Set(wanted?.userinfo)).toEqual(new Set(userinfo.map(([name]) => name)));
        expect(new Set(wanted?.idToken)).toEqual(new Set(idToken.map(([name]) => name)));
        expect(wanted).toMatchObject({ acr: { values: [], essential: false }, subs: [] });
      }),
      RUNS,
    );
  });

  it('requests nothing, or is refused, whatever the text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify({ userinfo: value, id_token: { acr: value, sub: value } })),
    );
    fc.assert(
      fc.property(text, (given) => {
        const wanted = read(given);
        if (wanted === null) return;
        expect(given.length).toBeLessThanOrEqual(CLAIMS_MAX);
        const said = JSON.parse(given);
        for (const name of wanted.userinfo) expect(Object.hasOwn(said.userinfo, name)).toBe(true);
        for (const values of [wanted.acr.values, ...wanted.subs])
          for (const value of values) expect(typeof value).toBe('string');
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused beyond its size, at every size', () => {
    fc.assert(
      fc.property(fc.integer({ min: CLAIMS_MAX - 30, max: CLAIMS_MAX + 30 }), (size) => {
        const [begin, end] = ['{"userinfo":{"', '":null}}'];
        const text = begin + 'x'.repeat(size - begin.length - end.length) + end;
        expect(read(text) !== null).toBe(size <= CLAIMS_MAX);
      }),
    );
  });
});

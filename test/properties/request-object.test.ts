import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { parametersOf } from '../../src/doors/oauth/endpoints/authorize/request-object.ts';

const ABOUT_THE_OBJECT = ['iss', 'aud', 'exp', 'nbf', 'iat', 'jti', 'sub'];
const name = fc.string({ minLength: 1 }).filter((text) => !ABOUT_THE_OBJECT.includes(text) && text !== '__proto__');

describe('the parameters of a request object', () => {
  it('are its texts as they are, and none that is empty', () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (claims) => {
        const given = Object.entries(claims).filter(([, value]) => value !== '');
        expect(new Map(given)).toEqual(parametersOf(claims));
      }),
    );
  });

  it('are texts, or there are none, whatever the object has', () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (claims) => {
        const parameters = parametersOf(claims);
        const isReadable = Object.entries(claims).every(
          ([key, value]) =>
            value !== null &&
            (!Array.isArray(value) || (key === 'resource' && value.every((each) => typeof each === 'string'))),
        );
        expect(parameters !== null).toBe(isReadable);
        for (const value of parameters?.values() ?? []) expect(typeof value).toBe('string');
      }),
    );
  });

  it('are never what the object says of itself', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...ABOUT_THE_OBJECT), fc.jsonValue()), (claims) => {
        expect(parametersOf(claims)).toEqual(new Map());
      }),
    );
  });
});

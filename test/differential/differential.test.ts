import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { COMPARISONS, differencesAt, type Endpoint, unexplained } from './compare.ts';
import { Guildhall } from './guildhall.ts';
import { Reference } from './reference.ts';

const [ours, theirs] = [new Guildhall(), new Reference()];

beforeAll(async () => {
  // oidc-provider warns that it keeps everything in memory, which is what is wanted here.
  jest.spyOn(console, 'warn').mockReturnValue();
  jest.spyOn(console, 'info').mockReturnValue();
  // oidc-provider wants objects of the tests' own realm, and Node's copies are of another one.
  jest
    .spyOn(globalThis, 'structuredClone')
    .mockImplementation((value) => JSON.parse(JSON.stringify(value)) as typeof value);
  await Promise.all([ours.open(), theirs.open()]);
});
afterAll(() => Promise.all([ours.stop(), theirs.stop()]));

describe('asked the same, this server and oidc-provider', () => {
  it.each(Object.keys(COMPARISONS) as Endpoint[])(
    'answer alike at %s, but for what is listed with a reason',
    async (endpoint) => {
      const found = await differencesAt(endpoint, ours, theirs);
      expect(unexplained(endpoint, found)).toEqual({ unlisted: [], gone: [] });
    },
    120_000,
  );
});

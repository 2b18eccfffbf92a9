import fc from 'fast-check';

const LETTERS = 'ABCabcXYZxyz0189-_.=+/ ';

/** What differs from a text in one character: another one in its place, one more, or one less. */
export const mutationsOf = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom(...LETTERS, ''), fc.constantFrom(0, 1))
    .map(([at, put, taken]) => (text.slice(0, at) + put + text.slice(at + taken)).trim())
    .filter((mutated) => mutated !== text);

/** Any value of JSON, and none. */
export const anything: fc.Arbitrary<unknown> = fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined });

/** One of the names with a value that `isGood` does not know as good. */
export const faultIn = (
  isGood: Readonly<Record<string, (value: unknown) => boolean>>,
  near: Readonly<Record<string, readonly unknown[]>> = {},
): fc.Arbitrary<Record<string, unknown>> =>
  fc.constantFrom(...Object.keys(isGood)).chain((name) =>
    fc
      .oneof(anything, ...(near[name] ? [fc.constantFrom(...near[name])] : []))
      .filter((value) => !isGood[name]!(value))
      .map((value) => ({ [name]: value })),
  );

import { describe, expect, it } from '@jest/globals';

/** One thing presented where it does not belong. */
interface Wrong<Thing> {
  /** Whom, what or where it is not for. */
  readonly by: string;
  readonly present: (thing: Thing) => Promise<unknown>;
}

/** What is handed out, the wrong ways of using it, and that it is still good for the one it is for. */
interface Bound<Thing> {
  readonly make: () => Promise<Thing>;
  readonly refusal: unknown;
  readonly wrong: readonly Wrong<Thing>[];
  readonly right: (thing: Thing) => Promise<unknown>;
  readonly good: unknown;
}

/** Tests that a thing is refused wherever it does not belong, one at a time, and is good for its own all the same. */
export function describeBound<Thing>(thing: string, { make, refusal, wrong, right, good }: Bound<Thing>): void {
  describe(thing, () => {
    it.each(wrong.map((one) => [one.by, one] as const))('is of no use to %s, and no worse for it', async (_by, one) => {
      const made = await make();
      expect(await one.present(made)).toEqual(refusal);
      expect(await right(made)).toEqual(good);
    });
  });
}

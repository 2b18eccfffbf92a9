import type { Viewer } from '../../kernel/access.ts';
import { RANKS, type Condition, type Test } from './condition.ts';
import type { Filter, Property } from './filter.ts';
import type { Key } from './key.ts';
import { among, isMissing } from './properties.ts';

interface Described {
  readonly description: string;
  readonly permit?: (viewer: Viewer) => unknown;
}

/** The one row that a key refers to. `filter` is a function, because filters refer to each other. */
export const one = (key: Key, filter: () => Filter, described: Described): Property => ({
  ...described,
  shape: { rows: filter },
  read: async (where: object, path, reading): Promise<Condition> => {
    const ids = await reading.idsOf(filter(), where, path);
    if (ids) return among(key, ids, path, RANKS.related);
    return key.nothing ? isMissing(key, false, path) : { all: [] };
  },
});

/** How rows `e` are linked to many other rows. */
export interface Link {
  /** The condition that a row is linked to one of these, or to any. */
  readonly to: (ids: readonly string[] | null) => Pick<Test, 'check' | 'find' | 'walk'>;
}

/** The rows that a row is linked to. */
export const many = (name: string, filter: () => Filter, link: Link, described: Described): Property => ({
  ...described,
  shape: {
    part: name,
    description: described.description,
    fields: {
      some: { shape: { rows: filter }, description: 'At least one of them meets this.' },
      none: {
        shape: { rows: filter },
        description: 'None of them meets this. Only checks what other conditions find.',
      },
    },
  },
  read: (given, path, reading) =>
    reading.readEach(given, path, async (quantifier, where, at) => {
      const ids = await reading.idsOf(filter(), where as object, at);
      const some: Test = { path: at, rank: RANKS.related, ...link.to(ids) };
      return quantifier === 'some' ? some : { not: some };
    }),
});

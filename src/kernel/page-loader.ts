import DataLoader from 'dataloader';

/** One page of the list that belongs to one row: the members of a group, the sessions of a user. */
export interface PageKey {
  readonly ownerId: string;
  /** Rows behind this id; the nil UUID for the first page. */
  readonly after: string;
  readonly limit: number;
}

export type PageLoader<Row> = DataLoader<PageKey, Row[], string>;

/** Pages with the same start and size are read together, for any number of owners. */
export function pageLoader<Row>(
  /** The page of each owner who has rows. */
  read: (owners: string[], page: PageKey) => Promise<ReadonlyMap<string, Row[]>>,
): PageLoader<Row> {
  return new DataLoader<PageKey, Row[], string>(
    async (keys) => {
      const shapes = Map.groupBy(keys, (key) => `${key.after} ${key.limit}`);
      const found = new Map<string, Row[]>();
      await Promise.all(
        [...shapes].map(async ([shape, pages]) => {
          const owners = pages.map((page) => page.ownerId);
          for (const [id, page] of await read(owners, pages[0]!)) found.set(`${id} ${shape}`, page);
        }),
      );
      return keys.map((key) => found.get(cacheKey(key)) ?? []);
    },
    { cacheKeyFn: cacheKey },
  );
}

const cacheKey = (key: PageKey): string => `${key.ownerId} ${key.after} ${key.limit}`;

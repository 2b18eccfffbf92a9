import DataLoader from 'dataloader';

/** One page of the list that belongs to one row: the members of a group, the sessions of a user. */
export interface PageKey {
  readonly ownerId: string;
  /** Rows behind this id; the nil UUID for the first page. */
  readonly after: string;
  readonly limit: number;
}

export type PageLoader<Row> = DataLoader<PageKey, Row[], string>;

/** Pages that start and end alike are read together, however many rows own one. */
export function pageLoader<Row>(
  read: (owners: string[], page: PageKey) => Promise<Row[]>,
  owner: (row: Row) => string,
  /** How many owners one read is for at the most. */
  maxBatchSize = Infinity,
): PageLoader<Row> {
  return new DataLoader<PageKey, Row[], string>(
    async (keys) => {
      const shapes = Map.groupBy(keys, (key) => `${key.after} ${key.limit}`);
      const found = new Map<string, Row[]>();
      await Promise.all(
        [...shapes].map(async ([shape, pages]) => {
          const rows = await read(
            pages.map((page) => page.ownerId),
            pages[0]!,
          );
          for (const [id, page] of Map.groupBy(rows, owner)) found.set(`${id} ${shape}`, page);
        }),
      );
      return keys.map((key) => found.get(cacheKey(key)) ?? []);
    },
    { cacheKeyFn: cacheKey, maxBatchSize },
  );
}

const cacheKey = (key: PageKey): string => `${key.ownerId} ${key.after} ${key.limit}`;

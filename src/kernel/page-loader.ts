import DataLoader from 'dataloader';
import type { Page } from './pagination.ts';

/** One page of the list that belongs to one row: the members of a group, the sessions of a user. */
export interface PageKey {
  readonly ownerId: string;
  readonly page: Page;
}

export type PageLoader<Row> = DataLoader<PageKey, Row[], string>;

/** Pages with the same start and size are read together, for any number of owners. */
export function pageLoader<Row>(
  /** The page of each owner who has rows. */
  read: (owners: string[], page: Page) => Promise<ReadonlyMap<string, Row[]>>,
): PageLoader<Row> {
  return new DataLoader<PageKey, Row[], string>(
    async (keys) => {
      const shapes = Map.groupBy(keys, ({ page }) => JSON.stringify(page));
      const found = new Map<string, Row[]>();
      await Promise.all(
        [...shapes].map(async ([shape, pages]) => {
          const owners = pages.map(({ ownerId }) => ownerId);
          for (const [id, rows] of await read(owners, pages[0]!.page)) found.set(`${id} ${shape}`, rows);
        }),
      );
      return keys.map((key) => found.get(cacheKey(key)) ?? []);
    },
    { cacheKeyFn: cacheKey },
  );
}

const cacheKey = ({ ownerId, page }: PageKey): string => `${ownerId} ${JSON.stringify(page)}`;

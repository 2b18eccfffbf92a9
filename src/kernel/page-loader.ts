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
      const found = new Map<PageKey, Row[]>();
      await Promise.all(
        [...Map.groupBy(keys, ({ page }) => JSON.stringify(page)).values()].map(async (alike) => {
          const owners = alike.map(({ ownerId }) => ownerId);
          const pages = await read(owners, alike[0]!.page);
          for (const key of alike) found.set(key, pages.get(key.ownerId) ?? []);
        }),
      );
      return keys.map((key) => found.get(key)!);
    },
    { cacheKeyFn: cacheKey },
  );
}

const cacheKey = ({ ownerId, page }: PageKey): string => `${ownerId} ${JSON.stringify(page)}`;

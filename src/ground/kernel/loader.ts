import DataLoader from 'dataloader';
import type { RequestContext } from './context.ts';
import { ListTurns } from './event-loop/list-turns.ts';

/**
 * A loader of one request. What the lists of a long answer ask for is one read, in however many slices the answer is built:
 * the number of reads does not grow with the rows.
 */
export class Loader<Key, Value, CacheKey = Key> extends DataLoader<Key, Value, CacheKey> {
  constructor(
    ctx: RequestContext,
    read: DataLoader.BatchLoadFn<Key, Value>,
    options: Pick<DataLoader.Options<Key, Value, CacheKey>, 'cacheKeyFn'> = {},
  ) {
    super(read, { ...options, batchScheduleFn: (send) => ctx.get(ListTurns).send(send) });
  }
}

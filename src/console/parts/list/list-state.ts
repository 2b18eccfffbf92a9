import { useUrlState, type UrlState } from '../../url-state.ts';

const SIZES = ['25', '50', '100'];

/** The part of a list that is asked for. */
export interface PageVariables {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

interface Order<Field extends string> {
  field: Field;
  direction: 'ASC' | 'DESC';
}

export interface ListState<Field extends string> {
  readonly url: UrlState;
  readonly page: PageVariables;
  readonly orderBy: Order<Field>;
  readonly sizes: readonly string[];
  /** Changes filters, the order or the page's size: then the list begins anew. */
  change(change: UrlState): void;
  /** Goes to another page. */
  go(change: { after?: string | undefined; before?: string | undefined }): void;
}

/** What the address says about a list: the place in it, the order, and the filters. */
export function useListState<Field extends string>(fields: readonly Field[], initial: Order<Field>): ListState<Field> {
  const [url, setUrl] = useUrlState();
  const size = Number(SIZES.find((known) => known === url['size']) ?? SIZES[0]);
  const field = fields.find((known) => known === url['order']);
  return {
    url,
    sizes: SIZES,
    page: url['before']
      ? { last: size, before: url['before'] }
      : { first: size, ...(url['after'] && { after: url['after'] }) },
    orderBy: field ? { field, direction: url['down'] === '1' ? 'DESC' : 'ASC' } : initial,
    change: (change) => setUrl({ after: undefined, before: undefined, ...change }),
    go: ({ after, before }) => setUrl({ after, before }),
  };
}

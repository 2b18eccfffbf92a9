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
  /** Null for the server's own order. */
  readonly orderBy: Order<Field> | null;
  readonly sizes: readonly string[];
  /** Changes filters, the order or the page's size: then the list begins anew. */
  change(change: UrlState): void;
  /** Goes to another page. */
  go(change: { after?: string | undefined; before?: string | undefined }): void;
}

/**
 * What the address says about a list: the place in it, the order, and the filters. If the address has no order, it is
 * `initial`, and `ofFound` for what is searched.
 */
export function useListState<Field extends string>(
  fields: readonly Field[],
  initial: Order<Field>,
  ofFound: Order<Field> | null = initial,
): ListState<Field> {
  const [url, setUrl] = useUrlState();
  const size = Number(SIZES.find((known) => known === url['size']) ?? SIZES[0]);
  const field = fields.find((known) => known === url['order']);
  return {
    url,
    sizes: SIZES,
    page: url['before']
      ? { last: size, before: url['before'] }
      : { first: size, ...(url['after'] && { after: url['after'] }) },
    orderBy: orderIn(url, field) ?? (url['q'] ? ofFound : initial),
    change: (change) => setUrl({ after: undefined, before: undefined, ...change }),
    go: ({ after, before }) => setUrl({ after, before }),
  };
}

const orderIn = <Field extends string>(url: UrlState, field: Field | undefined): Order<Field> | undefined =>
  field && { field, direction: url['down'] === '1' ? 'DESC' : 'ASC' };

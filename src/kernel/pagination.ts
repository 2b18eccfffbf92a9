import { invalid } from './errors.ts';
import { isUuid } from './ids.ts';

/** The maximum number of items of a page. */
export const PAGE_MAX = 1000;
/** The default number of items of a page. */
export const PAGE_DEFAULT = 20;

/** Sorts before every id. The first page of a list that is ordered by id begins here. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** Relay's forward pagination: the `first` items after the cursor `after`. */
export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

export interface Page {
  /** From 1 to PAGE_MAX. */
  readonly first: number;
  /** The key of the last item of the page before. */
  readonly after: string | null;
}

export interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

/** One page of a keyset-paginated list. `total` is asked for only when a caller selects it. */
export interface Connection<Node, E extends Edge<Node> = Edge<Node>> {
  readonly edges: E[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly total: () => Promise<number>;
}

/** Reads the number of items: from 1 to PAGE_MAX, PAGE_DEFAULT by default. */
export function readFirst(first: number | null | undefined): number {
  const size = first ?? PAGE_DEFAULT;
  if (!Number.isInteger(size) || size < 1 || size > PAGE_MAX)
    throw invalid('first', `first must be a whole number from 1 to ${PAGE_MAX}.`);
  return size;
}

/** Reads and checks page arguments. A cursor contains the key of an item, by default a UUID. Callers treat it as opaque. */
export function readPage({ first, after }: PageArgs, isKey: (key: string) => boolean = isUuid): Page {
  const size = readFirst(first);
  if (after === null || after === undefined) return { first: size, after: null };
  const key = decodeCursor(after);
  if (key === null || !isKey(key)) throw invalid('after', 'after is not a cursor of this list.');
  return { first: size, after: key };
}

/** If there is a next page, `rows` has one row more than the page. */
export function connectionOf<Row, Node, E extends Edge<Node>>(
  rows: readonly Row[],
  page: Page,
  edge: (row: Row) => E,
  total: () => Promise<number>,
): Connection<Node, E> {
  const edges = rows.slice(0, page.first).map(edge);
  return { edges, pageInfo: { hasNextPage: rows.length > page.first, endCursor: edges.at(-1)?.cursor ?? null }, total };
}

/** The edge of an item in a list that is ordered by id. Its cursor is made only if it is selected. */
export const idEdge = <Node extends { readonly id: string }>(node: Node): Edge<Node> => ({
  node,
  get cursor() {
    return encodeCursor(node.id);
  },
});

const encodeCursor = (key: string): string => Buffer.from(JSON.stringify([key])).toString('base64url');

function decodeCursor(cursor: string): string | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) && parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : null;
  } catch {
    return null;
  }
}

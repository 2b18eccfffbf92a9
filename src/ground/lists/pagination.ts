import { broken } from '../faults/index.ts';
import { fault, kernelErrors } from '../kernel/errors.ts';
import { readAll } from '../kernel/input.ts';
import { fits, type KeyValue, type Order, type Place } from './order.ts';

/** The maximum number of items of a page. */
export const PAGE_MAX = 1000;
/** The default number of items of a page. */
export const PAGE_DEFAULT = 20;

/** Relay's pagination: the `first` items behind the cursor `after`, or the `last` items in front of the cursor `before`. */
export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

export interface Page {
  /** From 1 to PAGE_MAX. */
  readonly size: number;
  /** Whether the list is read from its end. */
  readonly isBackward: boolean;
  /** The page is behind this row. */
  readonly after: Place | null;
  /** The page is in front of this row. */
  readonly before: Place | null;
  /** How many items of the list precede the page, if `after` was given as their number. */
  readonly offset?: number;
}

export interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

export interface PageInfo {
  /** Whether items follow the page. If `before` was given, items are taken to be there: those that the page is in front of. */
  readonly hasNextPage: boolean;
  /** Whether items precede the page. If `after` was given, items are taken to be there: those that the page is behind. */
  readonly hasPreviousPage: boolean;
  /** Looks whether they are there. Absent where `hasNextPage` is known. */
  readonly lookForNext?: (() => Promise<boolean>) | undefined;
  /** Looks whether they are there. Absent where `hasPreviousPage` is known. */
  readonly lookForPrevious?: (() => Promise<boolean>) | undefined;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** One page of a keyset-paginated list. `total` is asked for only when a caller selects it. */
export interface Connection<Node, E extends Edge<Node> = Edge<Node>> {
  readonly edges: E[];
  readonly pageInfo: PageInfo;
  readonly total: () => Promise<number>;
  /** Whether that is all; otherwise there are more. Absent if it always is. */
  readonly isTotalExact?: () => Promise<boolean>;
}

/** Reads the number of items: from 1 to PAGE_MAX, PAGE_DEFAULT by default. */
function readSize(field: string, given: number | null | undefined): number {
  const size = given ?? PAGE_DEFAULT;
  if (!Number.isInteger(size) || size < 1 || size > PAGE_MAX) throw fault(field, 'whole', { min: 1, max: PAGE_MAX });
  return size;
}

/** The cursor behind so many items, for numbered pages. Only lists that are read by `readNumberedPage` know it. */
export const cursorBehind = (items: number): string => encoded([NUMBER, items]);

/** Reads and checks page arguments, of which `after` may be a `cursorBehind`. */
export function readNumberedPage(args: PageArgs, order: Order): Page {
  const [name, offset] = args.after && args.last == null && args.before == null ? partsOf(args.after) : [];
  if (name !== NUMBER || !Number.isSafeInteger(offset) || (offset as number) < 0) return readPage(args, order);
  return { ...readPage({ first: args.first }, order), offset: offset as number };
}

/** Reads and checks page arguments. Throws INVALID_CURSOR for a cursor of another list or another order. */
export function readPage({ first, after, last, before }: PageArgs, order: Order): Page {
  const isBackward = last !== null && last !== undefined;
  if (isBackward && first !== null && first !== undefined) throw fault('last', 'exclusive', { other: 'first' });
  const read = readAll({
    size: () => (isBackward ? readSize('last', last) : readSize('first', first)),
    after: () => readCursor('after', after, order),
    before: () => readCursor('before', before, order),
  });
  return { ...read, isBackward };
}

/**
 * Makes a page of rows in the direction in which they were read. If more follow in that direction, `rows` has one row more
 * than the page. `look` reads other pages of the same list. It is called only by those who want to know what is beyond a
 * cursor, and always for the first or the last item, so that lists of many owners look together. Null if finding it takes too
 * much: then the items of the cursor count as there.
 */
export function connectionOf<Row, Node, E extends Edge<Node>>(
  rows: readonly Row[],
  { size, isBackward, after, before, offset }: Page,
  edge: (row: Row) => E,
  total: () => Promise<number>,
  look: (page: Page) => Promise<readonly Row[] | null>,
): Connection<Node, E> {
  const edges = rows.slice(0, size).map(edge);
  if (isBackward) edges.reverse();
  const hasMore = rows.length > size;
  /** Whether the first item in a direction is another than the page's own, which is the first behind `cursor`. */
  const isMore = async (backward: boolean, own: E | undefined, cursor: Place): Promise<boolean> => {
    const first = async (from: Place | null) =>
      look({ size: 1, isBackward: backward, after: backward ? null : from, before: backward ? from : null });
    const isBounded = after !== null && before !== null;
    const [outermost, next] = await Promise.all([first(null), !own && isBounded ? first(cursor) : []]);
    if (outermost === null || next === null) return true;
    const [row] = outermost;
    const [behind] = next;
    return row !== undefined && edge(row).cursor !== (own ?? (behind && edge(behind)))?.cursor;
  };
  const isMoreBehind = !isBackward && hasMore;
  const isMoreInFront = isBackward && hasMore;
  return {
    edges,
    pageInfo: {
      hasNextPage: isMoreBehind || before !== null,
      ...(!isMoreBehind && before !== null && { lookForNext: () => isMore(true, edges.at(-1), before) }),
      hasPreviousPage: isMoreInFront || after !== null || Boolean(offset),
      ...(!isMoreInFront && after !== null && { lookForPrevious: () => isMore(false, edges[0], after) }),
      // A page that is behind all items is behind none if there are none.
      ...(offset && edges.length === 0 && { lookForPrevious: async () => (await total()) > 0 }),
      get startCursor() {
        return edges[0]?.cursor ?? null;
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null;
      },
    },
    total,
  };
}

/** The edge of an item. Its cursor is made only if it is selected. */
export const edgeOf = <Node>(order: Order, node: Node, place: (node: Node) => Place): Edge<Node> =>
  new ItemEdge(order, node, place);

class ItemEdge<Node> implements Edge<Node> {
  constructor(
    private readonly order: Order,
    readonly node: Node,
    private readonly place: (node: Node) => Place,
  ) {}

  get cursor(): string {
    return cursorOf(this.order, this.place(this.node));
  }
}

/** A cursor: the order's name and the values of its keys. Callers treat it as opaque. */
const cursorOf = ({ name }: Order, place: Place): string => encoded([name, ...place]);

/** In the place of an order's name. */
const NUMBER = '#';

const encoded = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

function readCursor(field: string, cursor: string | null | undefined, { name, keys }: Order): Place | null {
  if (cursor === null || cursor === undefined) return null;
  const [order, ...values] = partsOf(cursor);
  if (order === name && values.length === keys.length && keys.every((key, n) => fits(key, values[n])))
    return values as KeyValue[];
  throw kernelErrors.INVALID_CURSOR({ field, broken: broken('cursor') });
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

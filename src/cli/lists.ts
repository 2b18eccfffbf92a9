import type { Connection } from '../ground/lists/pagination.ts';

const PAGE = 500;
/** As many of what an object has as are shown with it. */
export const SHOWN_MAX = 1000;

/** What was given for an option with several values. An empty one has none. */
export const listIn = (given: string | undefined, separator: ',' | ' ' = ','): string[] | undefined =>
  given
    ?.split(separator)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** The first items of a list, page by page. */
export async function allOf<Node>(
  read: (page: { readonly first: number; readonly after: string | null }) => Promise<Connection<Node>>,
  most = Infinity,
): Promise<Node[]> {
  const found: Node[] = [];
  for (let after: string | null = null; ;) {
    const { edges, pageInfo } = await read({ first: PAGE, after });
    found.push(...edges.map(({ node }) => node));
    if (!pageInfo.hasNextPage || found.length >= most) return found;
    after = pageInfo.endCursor;
  }
}

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PAGE_MAX } from '../kernel/pagination.ts';
import { JSON_HEADERS, sendJson } from './errors.ts';
import type { PartQuery } from './part.ts';
import type { ListRoute, RouteRequest, Run } from './route.ts';

/** Items read at a time when a caller wants the whole list. */
const PAGE = PAGE_MAX;

type AnyListRoute = ListRoute<unknown, unknown, unknown>;

/** Answers with a part of a list, or with all of it: at once when it fits a page, else streamed page by page. */
export async function sendList(
  response: ServerResponse,
  route: AnyListRoute,
  request: RouteRequest<unknown, unknown>,
  run: Run,
  charge: (items: number) => void,
): Promise<void> {
  const { list } = route;
  const part = (request.query ?? {}) as PartQuery;
  const isPart = part.limit !== undefined || part.cursor !== undefined;
  const variables = route.variables({ ...request, body: undefined as never });
  const read = async (after: string | null | undefined) => {
    const found = await run({ ...variables, first: part.limit ?? PAGE, after, counted: isPart });
    const itsPage = list.page(found);
    charge(itsPage.edges.length);
    return [found, itsPage] as const;
  };

  let [data, page] = await read(part.cursor);
  const items = page.edges.map(list.item);
  if (isPart || !page.pageInfo.hasNextPage) {
    const next = isPart ? { next_cursor: page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null } : {};
    const tail = list.tail(data, isPart ? list.total(data) : items.length);
    return sendJson(
      response,
      route.status,
      JSON.stringify({ ...list.head(data), [list.key]: items, ...tail, ...next }),
    );
  }

  response.writeHead(route.status, JSON_HEADERS);
  const head = JSON.stringify({ ...list.head(data), [list.key]: items });
  let count = items.length;
  await write(response, head.slice(0, -2));
  while (page.pageInfo.hasNextPage && !response.destroyed) {
    [data, page] = await read(page.pageInfo.endCursor);
    count += page.edges.length;
    if (page.edges.length > 0) await write(response, `,${JSON.stringify(page.edges.map(list.item)).slice(1, -1)}`);
  }
  const tail = JSON.stringify(list.tail(data, count)).slice(1);
  response.end(`]${tail === '}' ? '' : ','}${tail}`);
}

/** Waits while the caller reads slower than we write. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.write(text) || response.destroyed) return;
  const waiting = new AbortController();
  const heard = (event: string) => once(response, event, { signal: waiting.signal });
  await Promise.race([heard('drain'), heard('close')]);
  // Takes the other one's listeners off again: a long list waits thousands of times.
  waiting.abort();
}

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import { originOf } from '../../ground/http/origin.ts';
import { PAGE_MAX } from '../../ground/lists/pagination.ts';
import { JSON_HEADERS, sendJson } from '../../ground/http/answer.ts';
import type { PartQuery } from './part.ts';
import { etagOf, isNotModified } from './preconditions.ts';
import type { AnyListRoute, RouteRequest, Run } from './route.ts';

/** The number of items read at a time if a caller wants the whole list. */
const PAGE = PAGE_MAX;

/** Answers with a part of a list, or with all of it. A list that fits a page is sent at once, others are streamed. */
export async function sendList(
  request: Request,
  response: ServerResponse,
  route: AnyListRoute,
  { params, query }: RouteRequest<string, unknown, unknown>,
  run: Run,
  charge: (items: number) => void,
): Promise<void> {
  const { list } = route;
  const { limit, cursor } = (query ?? {}) as PartQuery;
  const isPart = limit !== undefined || cursor !== undefined;
  const variables = route.variables({ params, query: undefined, body: undefined });
  const read = async (after: string | null | undefined) => {
    const data = await run({ ...variables, first: limit ?? PAGE, after, counted: isPart });
    const whole = list.whole(data);
    const { edges, pageInfo } = whole[list.key]!;
    charge(edges.length);
    return { data, whole, pageInfo, items: edges.map(list.item) };
  };

  const { data, whole, pageInfo, items } = await read(cursor);
  const totalOf = (total: number) => ('total' in list ? { total } : {});
  if (isPart || !pageInfo.hasNextPage) {
    const total = totalOf((isPart ? list.total?.(data) : undefined) ?? items.length);
    const next = isPart ? { next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null } : {};
    const json = JSON.stringify({ ...whole, [list.key]: items, ...total, ...next });
    if (route.version && isNotModified(request, response, etagOf(route.version(data), json))) return;
    return sendJson(response, route.status, json);
  }

  // The items are not known yet, so the tag of the list is like no other.
  const unique = originOf(request).requestId;
  if (route.version && isNotModified(request, response, etagOf(route.version(data), unique))) return;

  const [before, behind] = around(whole, list.key);
  response.writeHead(route.status, JSON_HEADERS);
  let count = items.length;
  await write(response, JSON.stringify({ ...before, [list.key]: items }).slice(0, -2));
  for (let page = pageInfo; page.hasNextPage && !response.destroyed;) {
    const next = await read(page.endCursor);
    page = next.pageInfo;
    count += next.items.length;
    if (next.items.length > 0) await write(response, `,${JSON.stringify(next.items).slice(1, -1)}`);
  }
  const tail = JSON.stringify({ ...behind, ...totalOf(count) }).slice(1);
  response.end(`]${tail === '}' ? '' : ','}${tail}`);
}

/** The fields before the list and those after it. */
function around(whole: object, key: string): [before: object, behind: object] {
  const fields = Object.entries(whole);
  const place = fields.findIndex(([name]) => name === key);
  return [Object.fromEntries(fields.slice(0, place)), Object.fromEntries(fields.slice(place + 1))];
}

/** Writes text, and waits if the caller reads too slowly. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.write(text) || response.destroyed) return;
  const waiting = new AbortController();
  const heard = (event: string) => once(response, event, { signal: waiting.signal });
  await Promise.race([heard('drain'), heard('close')]);
  // Removes the remaining listeners, because a long list waits thousands of times.
  waiting.abort();
}

import type { Request } from 'express';
import { parametersOf } from './form.ts';
import type { Site } from './site.ts';

/** Marks an address that a browser was sent to from another name of the host. */
const MARK = 'other_host';

/**
 * Where a browser finds this page, if it has opened it by another name of the host than `BASE_URL` has. There the server's cookies
 * and passkeys do not work, and no form is accepted. Null if it is right here. A proxy may hide the name that the browser used, so a
 * browser is sent once: a second time it has the mark, and from then on a cookie.
 */
export function addressAtHome(site: Site, request: Request): string | null {
  const { hostname } = new URL(site.origin);
  const isHere = !request.hostname || request.hostname.toLowerCase() === hostname;
  if (isHere || parametersOf(request).has(MARK) || site.cookies('browser').readAll(request).length > 0) return null;
  // Programs that look at a page are no browsers that sign somebody in.
  if (request.accepts(['json', 'html']) !== 'html') return null;
  const url = new URL(site.origin + request.originalUrl);
  url.searchParams.set(MARK, '1');
  return url.href;
}

/** Whether the origin of a form is this server by another name: that by which the browser has reached it. */
export const isOtherName = (request: Request, origin: string): boolean =>
  request.host !== undefined && URL.parse(origin)?.host === request.host.toLowerCase();

import { fault } from '../kernel/errors.ts';
import type { Site } from './site.ts';

/** The longest path to return to: a sealed flow with it fits into an address. */
const PATH_MAX = 2000;

/** Printable ASCII. Browsers read a backslash as a slash. */
const PLAIN = /^\/[!-[\]-~]*$/;

/** An empty segment, or a character that somebody may decode to a slash, a backslash or a control character. */
const MISLEADING = /\/\/|%(?:2f|5c|7f|[01][\da-f])/i;

/**
 * Whether this is a path of this server, with its query: `/console/users?page=2`. False for everything that a browser could
 * take for another address.
 */
export function isOwnPath({ origin, prefix }: Site, path: string): boolean {
  const url = PLAIN.test(path) && path.length <= PATH_MAX ? URL.parse(path, origin) : null;
  // The same address again: a browser, which normalizes it, would change nothing.
  const isOwn = url?.href === origin + path && `${url.pathname}/`.startsWith(`${prefix}/`);
  return isOwn && !MISLEADING.test(url.pathname);
}

/**
 * Reads the path of this server that a sign-in leads to, or giving it up does. Null if none is given. Throws `invalid` for
 * everything else: it would make the sign-in lead to another site.
 */
export function readOwnPath(site: Site, query: URLSearchParams, name: 'return_to' | 'cancel_to'): string | null {
  const path = query.get(name);
  if (path !== null && !isOwnPath(site, path)) throw fault(name, 'own_path');
  return path;
}

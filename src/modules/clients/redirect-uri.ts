/** The most characters of a URI that a client registers. */
export const URI_MAX = 2048;

// RFC 3986 §2: what a URI may consist of. Backslashes, blanks and letters beyond ASCII are what browsers and servers
// read differently; a star would look like a wildcard.
const WRITTEN = /^[a-z][a-z\d+.-]*:(?:[\w.~:/?[\]@!$&'()+,;=-]|%[\da-f]{2})+$/i;
const PRINTABLE = /^https?:\/\/[!-[\]-~]+$/i;
const WEB = /^(https?):\/\/([^/?]*)/;
const AUTHORITY = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/i;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
// RFC 8252 §7.1: a domain name under the app's control, in reverse order.
const PRIVATE_USE = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:/i;
const USER_INFO = /^[^:]+:\/\/[^/?]*@/;

/**
 * What is wrong with a URI that answers may be sent to, as the end of a sentence about it; undefined where it is fit
 * to be registered. It is judged as it is written, since it is compared so (RFC 9700 §2.1).
 */
export function redirectUriFault(uri: string): string | undefined {
  if (uri.length > URI_MAX) return `is longer than ${URI_MAX} characters`;
  // RFC 6749 §3.1.2: no fragment.
  if (uri.includes('#')) return 'must not have a fragment';
  if (uri.includes('*')) return 'must not have a wildcard';
  if (!WRITTEN.test(uri) || !URL.canParse(uri)) return 'must be an absolute URI';
  if (USER_INFO.test(uri)) return 'must not hold a user name or password';
  const [, scheme, authority] = WEB.exec(uri) ?? [];
  if (scheme === undefined || authority === undefined)
    return PRIVATE_USE.test(uri)
      ? undefined
      : 'must begin with https://, or be a loopback or private-use URI (RFC 8252)';
  const host = AUTHORITY.exec(authority)?.[1]?.toLowerCase();
  // Browsers rewrite hosts such as 0x7f.1; one that does not stay as it is written is not what it seems.
  if (host === undefined || host !== new URL(uri).hostname) return 'must name its host in the usual way';
  // RFC 8252 §8.3: without TLS only where the answer does not leave the machine.
  return scheme === 'https' || LOOPBACK.has(host) ? undefined : 'must use https, unless it is a loopback address';
}

/** What is wrong with the address of a page or document, as the end of a sentence; `plain` lets http pass as well. */
export function webUriFault(uri: string, plain: boolean): string | undefined {
  if (uri.length > URI_MAX) return `is longer than ${URI_MAX} characters`;
  const url = PRINTABLE.test(uri) ? URL.parse(uri) : null;
  if (!url || (url.protocol === 'http:' && !plain))
    return `must be an absolute ${plain ? 'http or https' : 'https'} URL`;
  if (url.username || url.password) return 'must not hold a user name or password';
  return undefined;
}

/** What is wrong with the name of a resource server, as the end of a sentence (RFC 8707 §2). */
export function resourceFault(uri: string): string | undefined {
  if (uri.length > URI_MAX) return `is longer than ${URI_MAX} characters`;
  if (uri.includes('#')) return 'must not have a fragment';
  if (!WRITTEN.test(uri) || !URL.canParse(uri)) return 'must be an absolute URI';
  return USER_INFO.test(uri) ? 'must not hold a user name or password' : undefined;
}

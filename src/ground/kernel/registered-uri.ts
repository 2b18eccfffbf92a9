import { broken, type Broken } from '../faults/index.ts';

/** The most characters of a URI that is registered. */
export const URI_MAX = 2048;

// RFC 3986 §2: the characters of a URI. Browsers and servers disagree about backslashes, blanks and letters beyond ASCII. A
// star would look like a wildcard.
export const WRITTEN = /^[a-z][a-z\d+.-]*:(?:[\w.~:/?[\]@!$&'()+,;=-]|%[\da-f]{2})+$/i;
const PRINTABLE = /^https?:\/\/[!-[\]-~]+$/i;
export const USER_INFO = /^[^:]+:\/\/[^/?]*@/;

/** What is wrong with the address of a page or document. `plain` allows http as well. */
export function webUriFault(uri: string, plain: boolean): Broken | undefined {
  if (uri.length > URI_MAX) return broken('too_long', { max: URI_MAX });
  const url = PRINTABLE.test(uri) ? URL.parse(uri) : null;
  if (!url || (url.protocol === 'http:' && !plain))
    return broken('absolute_url', { schemes: plain ? ['http', 'https'] : ['https'] });
  if (url.username || url.password) return broken('user_info');
  return undefined;
}

/** What is wrong with the URI of a resource server (RFC 8707 §2). */
export function resourceFault(uri: string): Broken | undefined {
  if (uri.length > URI_MAX) return broken('too_long', { max: URI_MAX });
  if (uri.includes('#')) return broken('fragment');
  if (!WRITTEN.test(uri) || !URL.canParse(uri)) return broken('absolute_uri');
  return USER_INFO.test(uri) ? broken('user_info') : undefined;
}

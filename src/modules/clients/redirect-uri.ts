import { broken, type Broken } from '../../ground/faults/index.ts';
import { URI_MAX, USER_INFO, WRITTEN } from '../../ground/kernel/registered-uri.ts';

const WEB = /^(https?):\/\/([^/?]*)/;
const AUTHORITY = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/i;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
// RFC 8252 §7.1: a domain name under the app's control, in reverse order.
const PRIVATE_USE = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:/i;

/**
 * What is wrong with a redirect URI; undefined if it can be registered. The URI is checked as it is
 * written, because it is compared as it is written (RFC 9700 §2.1).
 */
export function redirectUriFault(uri: string): Broken | undefined {
  if (uri.length > URI_MAX) return broken('too_long', { max: URI_MAX });
  // RFC 6749 §3.1.2: no fragment.
  if (uri.includes('#')) return broken('fragment');
  if (uri.includes('*')) return broken('wildcard');
  if (!WRITTEN.test(uri) || !URL.canParse(uri)) return broken('absolute_uri');
  if (USER_INFO.test(uri)) return broken('user_info');
  const [, scheme, authority] = WEB.exec(uri) ?? [];
  if (scheme === undefined || authority === undefined)
    return PRIVATE_USE.test(uri) ? undefined : broken('redirect_scheme');
  const host = AUTHORITY.exec(authority)?.[1]?.toLowerCase();
  // Browsers rewrite hosts such as 0x7f.1, so a host that would change is refused.
  if (host === undefined || host !== new URL(uri).hostname) return broken('normal_host');
  // RFC 8252 §8.3: without TLS only if the response does not leave the machine.
  return scheme === 'https' || LOOPBACK.has(host) ? undefined : broken('https');
}

import { STYLE_HASH } from './style.css.ts';

/**
 * The Content-Security-Policy every page is sent with. `formTargets` are the origins (or schemes, as `app:`) to which
 * posting a form may end up redirecting: browsers hold the whole chain of redirects against `form-action`, so a login
 * that ends at the client's redirect URI names its origin here. `script` allows the one script that may run: its address, or
 * its hash in quotes. `frames` are the origins that the page may show in frames.
 */
export function contentSecurityPolicy(
  formTargets: readonly string[] = [],
  script?: string,
  frames: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${script}`]),
    `style-src 'self' '${STYLE_HASH}'`,
    "img-src 'self' data: https:",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

import type { Asked, Parameters } from './attempt.ts';
import type { Client } from './situation.sql.ts';

/** The client's redirect URI with an answer added to its query, the URI itself unchanged to the byte (RFC 6749 §3.1.2). */
export const answerUri = (redirectUri: string, answer: Readonly<Record<string, string>>): string =>
  `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(answer).toString()}`;

/**
 * An answer with what every answer has besides. RFC 6749 §4.1.2: state comes back exactly as it was received; RFC 9207 §2:
 * the issuer.
 */
export function answerOf(
  { parameters, repeated }: Pick<Asked, 'parameters' | 'repeated'>,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): Record<string, string> {
  const state = repeated.has('state') ? undefined : parameters.get('state');
  return { ...answer, ...(state !== undefined && { state }), iss: issuer };
}

// A header that proxies pass on holds no more.
const TARGETS_MAX = 20;

/**
 * What posting a form may end up at, as Content-Security-Policy writes it. Browsers hold the whole chain of redirects
 * against it, and a callback may send the visitor on to where the client is at home: so these are the origins, or
 * schemes, of all that the client has registered, the one asked for included.
 */
export function formTargetsOf({ redirectUris }: Pick<Client, 'redirectUris'>, parameters: Parameters): string[] {
  const targets = [parameters.get('redirect_uri') ?? '', ...redirectUris].map(formTarget);
  return [...new Set(targets.filter((target) => target !== undefined))].slice(0, TARGETS_MAX);
}

function formTarget(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (!url) return undefined;
  // A policy has no way of writing an IPv6 address.
  return /^https?:$/.test(url.protocol) && !url.hostname.startsWith('[') ? url.origin : url.protocol;
}

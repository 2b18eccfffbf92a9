import type { Parameters } from './attempt.ts';

/** The client's redirect URI with an answer added to its query, the URI itself unchanged to the byte (RFC 6749 §3.1.2). */
export function answerUri(redirectUri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) query.append(name, value);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query.toString()}`;
}

/** What posting a form may end up at, as Content-Security-Policy writes it: the redirect URI's origin, or its scheme. */
export function formTarget(parameters: Parameters): string | undefined {
  const url = URL.parse(parameters.get('redirect_uri') ?? '');
  if (!url) return undefined;
  // A policy has no way of writing an IPv6 address.
  return /^https?:$/.test(url.protocol) && !url.hostname.startsWith('[') ? url.origin : url.protocol;
}

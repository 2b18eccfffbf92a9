import type { AuthorizationInput } from './attempt.ts';
import type { Parameters } from './parameters.ts';
import type { LoginClient } from '../../../../modules/logins/index.ts';

/** The redirect URI with an answer added to its query. The URI itself is not changed (RFC 6749 §3.1.2). */
export const answerUri = (redirectUri: string, answer: Readonly<Record<string, string>>): string =>
  `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(answer).toString()}`;

/**
 * Adds what every answer has: `state` exactly as it was received (RFC 6749 §4.1.2), and the issuer (RFC 9207 §2).
 */
export function answerOf(
  { parameters, repeated }: Pick<AuthorizationInput, 'parameters' | 'repeated'>,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): Record<string, string> {
  const state = repeated.has('state') ? undefined : parameters.get('state');
  return { ...answer, ...(state !== undefined && { state }), iss: issuer };
}

// Keeps the header short enough for proxies.
const TARGETS_MAX = 20;

/**
 * The form targets of a page, for its Content-Security-Policy. Browsers check the whole chain of redirects after a form
 * against them, and the client's callback may redirect within the client's sites. So these are the origins, or schemes, of
 * all redirect URIs of the client, and of the requested one.
 */
export function formTargetsOf({ redirectUris }: Pick<LoginClient, 'redirectUris'>, parameters: Parameters): string[] {
  const targets = [parameters.get('redirect_uri') ?? '', ...redirectUris].map(formTarget);
  return [...new Set(targets.filter((target) => target !== undefined))].slice(0, TARGETS_MAX);
}

/** The same for a sign-in without an application, which may lead to the address of one. */
export function ownFormTargets(parameters: Parameters): string[] {
  const target = formTarget(parameters.get('return_to') ?? '');
  return target === undefined ? [] : [target];
}

function formTarget(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (!url) return undefined;
  // A policy has no way of writing an IPv6 address.
  return /^https?:$/.test(url.protocol) && !url.hostname.startsWith('[') ? url.origin : url.protocol;
}

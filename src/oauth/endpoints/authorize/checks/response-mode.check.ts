import { decodeJwt } from 'jose';
import { refuse, type Attempt, type Check, type Parameters } from '../attempt.ts';

/** How a client gets its answer: in the query of its redirect URI, or as a form that the browser posts there. */
export const RESPONSE_MODES = ['query', 'form_post'] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/**
 * OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode §2. A fragment is not for
 * codes, and browsers post forms to web servers only.
 */
export const checkResponseMode: Check = ({ parameters }) => {
  const mode = parameters.get('response_mode') ?? 'query';
  if (!(RESPONSE_MODES as readonly string[]).includes(mode))
    return refuse('invalid_request', 'response_mode is neither query nor form_post.');
  if (mode === 'form_post' && !isWeb(parameters.get('redirect_uri')))
    return refuse('invalid_request', 'The response_mode form_post is for http and https redirect URIs.');
  return undefined;
};

/** How to answer a request, also one whose response mode is what is wrong with it. */
export const responseModeOf = ({ parameters, repeated }: Pick<Attempt, 'parameters' | 'repeated'>): ResponseMode => {
  const beside = repeated.has('response_mode') ? undefined : parameters.get('response_mode');
  const mode = modeInObject(parameters) ?? beside;
  return mode === 'form_post' && isWeb(parameters.get('redirect_uri')) ? 'form_post' : 'query';
};

/**
 * The response mode that a request object asks for (OpenID Connect Core §6.1: it goes before the one beside it). Objects
 * are refused, unverified: this alone is read of them, to tell the client so where it listens.
 */
function modeInObject(parameters: Parameters): unknown {
  const object = parameters.get('request');
  if (object === undefined) return undefined;
  try {
    return decodeJwt(object)['response_mode'];
  } catch {
    return undefined;
  }
}

const isWeb = (uri: string | undefined): boolean => /^https?:/.test(uri ?? '');

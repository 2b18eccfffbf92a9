import { decodeJwt } from 'jose';
import { refuse, type Attempt, type Check, type Parameters } from '../attempt.ts';

/** How the client gets its answer: in the query of its redirect URI, or as a form that the browser posts there. */
export const RESPONSE_MODES = ['query', 'form_post'] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/**
 * OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode §2. Codes are not sent in a
 * fragment, and browsers post forms only to web servers.
 */
export const checkResponseMode: Check = ({ parameters }) => {
  const mode = parameters.get('response_mode') ?? 'query';
  if (!(RESPONSE_MODES as readonly string[]).includes(mode))
    return refuse('invalid_request', 'response_mode is neither query nor form_post.');
  if (mode === 'form_post' && !isWeb(parameters.get('redirect_uri')))
    return refuse('invalid_request', 'The response_mode form_post requires an http or https redirect_uri.');
  return undefined;
};

/** How to answer a request, even if its response mode is invalid. */
export const responseModeOf = ({ parameters, repeated }: Pick<Attempt, 'parameters' | 'repeated'>): ResponseMode => {
  const beside = repeated.has('response_mode') ? undefined : parameters.get('response_mode');
  const mode = modeInObject(parameters) ?? beside;
  return mode === 'form_post' && isWeb(parameters.get('redirect_uri')) ? 'form_post' : 'query';
};

/**
 * The response mode in a request object, which takes precedence over the parameter (OpenID Connect Core §6.1). Of an
 * object that is refused, only this is read, so that the client gets the error where it expects it.
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

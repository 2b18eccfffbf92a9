import { decodeJwt } from 'jose';
import { refuse, type Attempt, type Check } from '../attempt.ts';
import type { Parameters } from '../parameters.ts';

/**
 * How the client gets its answer: in the query of its redirect URI, or as a form that the browser posts there, and either
 * plain or signed. `jwt` is the default of signed ones, the query.
 */
export const RESPONSE_MODES = ['query', 'form_post', 'query.jwt', 'form_post.jwt', 'jwt'] as const;

/**
 * OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode §2, JARM §2.3. Codes are not
 * sent in a fragment, and browsers post forms only to web servers.
 */
export const checkResponseMode: Check = ({ parameters }) => {
  const mode = parameters.get('response_mode') ?? 'query';
  if (!(RESPONSE_MODES as readonly string[]).includes(mode))
    return refuse('invalid_request', `response_mode is none of ${RESPONSE_MODES.join(', ')}.`);
  if (isForm(mode) && !isWeb(parameters.get('redirect_uri')))
    return refuse('invalid_request', `The response_mode ${mode} requires an http or https redirect_uri.`);
  return undefined;
};

/** How to answer a request, even if its response mode is invalid. */
export function deliveryOf({ parameters, repeated }: Pick<Attempt, 'parameters' | 'repeated'>): {
  readonly isPosted: boolean;
  readonly isSigned: boolean;
} {
  const beside = repeated.has('response_mode') ? undefined : parameters.get('response_mode');
  const mode = modeInObject(parameters) ?? beside;
  if (typeof mode !== 'string') return { isPosted: false, isSigned: false };
  return { isPosted: isForm(mode) && isWeb(parameters.get('redirect_uri')), isSigned: /^(?:.+\.)?jwt$/.test(mode) };
}

const isForm = (mode: string): boolean => mode === 'form_post' || mode === 'form_post.jwt';

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

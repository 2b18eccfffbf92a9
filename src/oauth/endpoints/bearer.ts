import type { IncomingMessage } from 'node:http';
import { readForm } from '../../http/form.ts';
import { OAuthError } from '../errors.ts';
import { parameter } from '../parameters.ts';
import { invalidToken } from '../tokens/access-token.ts';
import { bearerToken } from '../tokens/bearer-header.ts';

/** The access token of a request: by header, or in the form of a POST (RFC 6750 §2); exactly one. */
export async function presentedToken(request: IncomingMessage): Promise<string> {
  const { authorization } = request.headers;
  // RFC 6750 §2.3, OAuth 2.1 §5.2: addresses end up in logs, so tokens do not belong in them.
  if (/[?&]access_token=/.test(request.url ?? '')) throw malformed('A token has no place in the URL.');
  const inForm = await formToken(request);
  if (inForm !== undefined && authorization !== undefined) throw malformed('The token is given in two ways at once.');
  const token = authorization === undefined ? inForm : bearerToken(authorization);
  // RFC 6750 §3: who gave no token is told how to give one, and no more.
  if (token === undefined)
    throw new OAuthError('invalid_token', 'An access token is needed.', { headers: { 'www-authenticate': 'Bearer' } });
  if (token === null) throw invalidToken();
  return token;
}

// RFC 6750 §3: the header tells it too, as it does of everything that keeps a caller out.
const malformed = (description: string): OAuthError =>
  new OAuthError('invalid_request', description, {
    headers: { 'www-authenticate': `Bearer error="invalid_request", error_description="${description}"` },
  });

async function formToken(request: IncomingMessage): Promise<string | undefined> {
  const type = request.headers['content-type'];
  if (request.method !== 'POST' || type === undefined) return undefined;
  return parameter(await readForm(request), 'access_token');
}

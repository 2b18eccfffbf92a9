import type { IncomingMessage } from 'node:http';
import { readForm } from '../../../ground/http/form.ts';
import { OAuthError } from '../errors.ts';
import { parameter } from '../parameters.ts';
import { invalidToken } from '../tokens/access-token.ts';
import { tokenIn, type PresentedToken } from '../tokens/authorization.ts';

/** The access token of a request, from the header or the form of a POST, not both (RFC 6750 §2). */
export async function presentedToken(request: IncomingMessage): Promise<PresentedToken> {
  const { authorization } = request.headers;
  // RFC 6750 §2.3, OAuth 2.1 §5.2: URLs are logged, so tokens do not belong in them.
  if (/[?&]access_token=/.test(request.url ?? '')) throw malformed('An access token must not be in the URL.');
  const inForm = await formToken(request);
  if (inForm !== undefined && authorization !== undefined) throw malformed('The request has two access tokens.');
  return required(authorization === undefined ? bearer(inForm) : tokenIn(authorization));
}

/** The bearer token of a request that can have it in the header only. */
export function headerToken({ headers: { authorization } }: IncomingMessage): string {
  const { scheme, token } = required(authorization === undefined ? undefined : tokenIn(authorization));
  if (scheme !== 'bearer') throw invalidToken();
  return token;
}

function required(token: PresentedToken | null | undefined): PresentedToken {
  // RFC 6750 §3: a request without a token gets no error code in the header.
  if (token === undefined)
    throw new OAuthError('invalid_token', 'The request has no access token.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  if (token === null) throw invalidToken();
  return token;
}

// RFC 6750 §3: the header has the error too.
const malformed = (description: string): OAuthError =>
  new OAuthError('invalid_request', description, {
    headers: { 'www-authenticate': `Bearer error="invalid_request", error_description="${description}"` },
  });

const bearer = (token: string | undefined): PresentedToken | undefined =>
  token === undefined ? undefined : { scheme: 'bearer', token };

async function formToken(request: IncomingMessage): Promise<string | undefined> {
  const type = request.headers['content-type'];
  if (request.method !== 'POST' || type === undefined) return undefined;
  return parameter(await readForm(request), 'access_token');
}

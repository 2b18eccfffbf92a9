import type { Request } from 'express';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import { OAuthError } from '../errors.ts';
import { ClientCertificates } from './client-certificates.ts';

/**
 * The thumbprint of the certificate that the tokens of this request are bound to (RFC 8705 §3); null for a client that is not
 * registered for that. A client that is registered for it gets no other tokens.
 */
export function certificateToBind(
  runtime: Runtime,
  { tlsClientCertificateBoundAccessTokens: isBound }: ClientRegistration,
  request: Request,
): string | null {
  if (!isBound) return null;
  const certificate = runtime.get(ClientCertificates).of(request);
  if (certificate) return certificate.thumbprint;
  throw new OAuthError(
    'invalid_request',
    'The connection has no client certificate, to which the tokens of this client are bound.',
  );
}

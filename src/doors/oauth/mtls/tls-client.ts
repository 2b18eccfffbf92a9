import type { Request } from 'express';
import type { JSONWebKeySet } from 'jose';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import {
  type ClientRegistration,
  isForSignatures,
  isSubjectOf,
  type TlsAuthMethod,
} from '../../../modules/clients/index.ts';
import { ClientKeys } from '../client-auth/client-keys.ts';
import { isCurrent } from './authorities.ts';
import { isUnderstood } from './extensions.ts';
import { type ClientCertificate, ClientCertificates } from './client-certificates.ts';

const UNPROCESSED = 'The certificate has a critical extension that is not processed, or is not for connections.';

/**
 * Authenticates a client by the certificate of its connection (RFC 8705 §2). Returns why it fails, for the client's
 * developer; undefined if it succeeds.
 */
export async function certificateFault(
  runtime: Runtime,
  client: ClientRegistration,
  method: TlsAuthMethod,
  request: Request,
): Promise<string | undefined> {
  const certificates = runtime.get(ClientCertificates);
  const certificate = certificates.of(request);
  if (!certificate) return 'The connection has no client certificate.';
  if (!isUnderstood(certificate.x509)) return UNPROCESSED;
  const now = runtime.clock.now();
  if (method === 'self_signed_tls_client_auth') {
    if (!isCurrent(certificate.x509, now)) return 'The certificate is not valid now.';
    return (await isRegistered(runtime, client, certificate)) ? undefined : 'The certificate is not one of the client.';
  }
  if (!certificates.authorities?.certify(certificate.x509, now))
    return 'The certificate is not valid now, or is not issued by a trusted authority for clients.';
  const { tlsClientSubject: subject } = client;
  return subject !== null && isSubjectOf(subject, certificate.x509)
    ? undefined
    : 'The certificate is not for the name that the client is registered with.';
}

/** RFC 8705 §2.2: whether the certificate is one of the client's keys. Keys at an address are read again if it is not. */
async function isRegistered(
  runtime: Runtime,
  client: ClientRegistration,
  { x509 }: ClientCertificate,
): Promise<boolean> {
  const keys = runtime.get(ClientKeys);
  const text = x509.raw.toString('base64');
  const has = (set: { jwks(): JSONWebKeySet } | null): boolean =>
    set?.jwks().keys.some((key) => isForSignatures({ ...key }) && key.x5c?.[0] === text) ?? false;
  return has(await keys.of(client)) || has(await keys.newer(client));
}

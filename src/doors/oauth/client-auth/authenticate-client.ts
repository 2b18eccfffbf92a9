import type { Request } from 'express';
import { originOf } from '../../../ground/http/origin.ts';
import { identify } from '../../../ground/kernel/activity.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { digest } from '../../../ground/kernel/secret.ts';
import { Refusals } from '../../../modules/audit/index.ts';
import {
  type ClientAuthMethod,
  clientRegistration,
  clientRegistrationBesideProof,
  clientRegistrationWithProof,
  type ClientRegistration,
  ClientSecrets,
  isClientId,
  isExpiredClient,
  isTlsAuthMethod,
  type TlsAuthMethod,
} from '../../../modules/clients/index.ts';
import type { ProofUse } from '../../../modules/grants/index.ts';
import { isAllowedClient, isDocumentAddress } from '../../../modules/registrations/index.ts';
import { ClientFailures, type ClientTry } from '../../../modules/throttle/index.ts';
import { beforeClient, letPageRead } from '../cors.ts';
import type { PresentedProof } from '../dpop/presented.ts';
import type { Parameters } from '../parameters.ts';
import { type Credentials, invalidClient, readCredentials } from './credentials.ts';

/**
 * The methods that a client may use, by the one it is registered with. The two ways to send a secret prove the same, so a
 * client that is registered with one may use the other.
 */
const ACCEPTED: Readonly<Record<string, readonly ClientAuthMethod[]>> = {
  client_secret_basic: ['client_secret_basic', 'client_secret_post'],
  client_secret_post: ['client_secret_basic', 'client_secret_post'],
  private_key_jwt: ['private_key_jwt'],
  none: ['none'],
} satisfies Record<Exclude<ClientAuthMethod, TlsAuthMethod>, readonly ClientAuthMethod[]>;

const NOT_PROVED = 'The client is unknown, or its authentication failed.';

/**
 * Authenticates the client of a request, with one query, which redeems its proof of possession if the client's credentials
 * were right before. The caller refuses a proof that was used before, and redeems the others. Throws `invalid_client` if this fails, and `rate_limited` if the caller has failed too often.
 */
export const authenticateClient = (
  runtime: Runtime,
  request: Request,
  form: Parameters,
  proof: PresentedProof | null = null,
): Promise<ClientRegistration & Partial<ProofUse>> =>
  authenticateClientBy(runtime, request, form, (clientId, isKnown) =>
    readClient(runtime, form, clientId, proof, isKnown),
  );

/** Reads a client that is not authenticated yet. Redeems its proof of possession if its credentials were right before. */
export function readClient(
  { db }: Runtime,
  _form: Parameters,
  clientId: string,
  proof: PresentedProof | null,
  isKnown: boolean,
): Promise<(ClientRegistration & Partial<ProofUse>) | undefined> {
  if (!proof) return db.lookUp(clientRegistration, { clientId });
  proof.isSpent = isKnown;
  const spent = proof.spentBy(clientId);
  return isKnown ? db.lookUp(clientRegistrationWithProof, spent) : db.lookUp(clientRegistrationBesideProof, spent);
}

/**
 * The same with the caller's own query, which may read more, and is told whether these credentials were right before. If the request `provesClient` in another way, the client may
 * name itself without credentials, whatever its method. The caller then checks that proof.
 */
export async function authenticateClientBy<Row extends ClientRegistration>(
  runtime: Runtime,
  request: Request,
  form: Parameters,
  read: (clientId: string, isKnown: boolean) => Promise<Row | undefined>,
  provesClient = false,
): Promise<Row> {
  const credentials = readCredentials(request.headers.authorization, form);
  const { method, clientId, secret } = credentials;
  const failures = runtime.get(ClientFailures);
  const secretHash = digest(secret);
  const presented = { clientId, secretHash, origin: () => originOf(request) };
  // Only secrets can be guessed. A good signature is accepted however often others have failed.
  const guesses = method !== 'none' && method !== 'private_key_jwt';
  if (guesses) await beforeClient(runtime, request, () => failures.admit(presented));
  const isKnown = guesses && failures.knows(presented);
  const client = await currentClient(runtime, request, clientId, (id) => read(id, isKnown));
  if (client) {
    identify({ customerId: client.customerId, clientId: client.id });
    letPageRead(request, client);
  }
  // An unknown client and a wrong secret get the same answer.
  const fault = client
    ? await faultOf(runtime, request, client, { ...credentials, secretHash }, provesClient)
    : NOT_PROVED;
  if (!client || fault !== undefined) {
    if (client)
      runtime.get(Refusals).note(originOf(request), {
        action: 'client.authentication_failed',
        subjectType: 'client',
        subjectId: client.id,
        customerId: client.customerId,
        details: { method },
      });
    if (method !== 'none') {
      if (!guesses) failures.admit(presented);
      await failures.failed(presented);
    }
    throw invalidClient(fault ?? NOT_PROVED, method);
  }
  if (guesses) failures.succeeded(presented);
  return client;
}

/** The client of this id; undefined if there is none, or its document says so. */
async function currentClient<Row extends ClientRegistration>(
  runtime: Runtime,
  request: Request,
  clientId: string,
  read: (clientId: string) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const { settings } = runtime;
  if (!isClientId(clientId)) return undefined;
  if (isDocumentAddress(settings, clientId)) {
    // Loaded when it is first needed.
    const { MetadataDocuments } = await import('../../../modules/registrations/index.ts');
    const fault = await runtime.get(MetadataDocuments).refresh(clientId, () => originOf(request));
    if (fault !== undefined) return undefined;
  }
  const client = await read(clientId);
  return client && isAllowedClient(runtime, client) ? client : undefined;
}

/** Why the authentication fails, for the client's developer; undefined if it succeeds. */
async function faultOf(
  runtime: Runtime,
  request: Request,
  client: ClientRegistration,
  { method, secret, secretHash }: Credentials & Pick<ClientTry, 'secretHash'>,
  provesClient: boolean,
): Promise<string | undefined> {
  if (method === 'none' && provesClient) return undefined;
  const registered = client.tokenEndpointAuthMethod;
  const isTls = isTlsAuthMethod(registered);
  // RFC 8705 §2: such a client sends its id, and nothing else in the request.
  if (isTls ? method !== 'none' : !ACCEPTED[registered]?.includes(method)) return NOT_PROVED;
  if (isExpiredClient(client, runtime.clock.now())) return 'The client has expired. It has to register again.';
  if (isTls) {
    // Loaded when it is first needed.
    const { certificateFault } = await import('../mtls/tls-client.ts');
    return certificateFault(runtime, client, registered, request);
  }
  if (method === 'none') return undefined;
  if (method === 'private_key_jwt') {
    // Loaded when it is first needed.
    const { ClientAssertions } = await import('./client-assertions.ts');
    return runtime.get(ClientAssertions).fault(client, secret);
  }
  return (await runtime.get(ClientSecrets).match(client, secret, secretHash)) ? undefined : NOT_PROVED;
}

import type { Request } from 'express';
import { originOf } from '../../http/origin.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { Refusals } from '../../modules/audit/index.ts';
import {
  type ClientAuthMethod,
  clientRegistration,
  type ClientRegistration,
  ClientSecrets,
  isClientId,
} from '../../modules/clients/index.ts';
import { ClientFailures } from '../../modules/throttle/index.ts';
import { letPageRead } from '../cors.ts';
import type { Parameters } from '../parameters.ts';
import { type Credentials, invalidClient, readCredentials } from './credentials.ts';

/**
 * What a client may use, by what it is registered with. The two ways of sending a secret prove the same, so a client
 * registered with one may use the other; no client may do without what it is registered with.
 */
const ACCEPTED: Readonly<Record<string, readonly ClientAuthMethod[]>> = {
  client_secret_basic: ['client_secret_basic', 'client_secret_post'],
  client_secret_post: ['client_secret_basic', 'client_secret_post'],
  private_key_jwt: ['private_key_jwt'],
  none: ['none'],
} satisfies Record<ClientAuthMethod, readonly ClientAuthMethod[]>;

const NOT_PROVED = 'No such client, or it did not authenticate as it is registered to.';

/**
 * The client that makes the request, by one query; `invalid_client` when it does not prove to be that client, and
 * `rate_limited` when its caller failed to too often.
 */
export const authenticateClient = (runtime: Runtime, request: Request, form: Parameters): Promise<ClientRegistration> =>
  authenticateClientBy(runtime, request, form, (id) => runtime.db.lookUp(clientRegistration, id));

/** The same by a query of the caller's own, which finds out more on its way. */
export async function authenticateClientBy<Row extends ClientRegistration>(
  runtime: Runtime,
  request: Request,
  form: Parameters,
  read: (clientId: string) => Promise<Row | undefined>,
): Promise<Row> {
  const credentials = readCredentials(request.headers.authorization, form);
  const { method, clientId, secret } = credentials;
  if (isClientId(clientId)) await letPageRead(runtime, request, clientId);
  const failures = runtime.get(ClientFailures);
  const presented = { clientId, secret, origin: () => originOf(request) };
  // Who presents no secret guesses none; and a signature is no guess, so a good one counts whatever others do.
  const guesses = method !== 'none' && method !== 'private_key_jwt';
  if (guesses) failures.admit(presented);
  const client = isClientId(clientId) ? await read(clientId) : undefined;
  // Whether it is the client or the secret that is wrong, the answer is the same.
  const fault = client ? await faultOf(runtime, client, credentials) : NOT_PROVED;
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

/** What is wrong with the proof, in words for the client's developer; nothing where the client has proved itself. */
async function faultOf(
  runtime: Runtime,
  client: ClientRegistration,
  { method, secret }: Credentials,
): Promise<string | undefined> {
  if (!ACCEPTED[client.tokenEndpointAuthMethod]?.includes(method)) return NOT_PROVED;
  if (method === 'none') return undefined;
  if (method === 'private_key_jwt') {
    // Loaded by the first who needs it.
    const { ClientAssertions } = await import('./client-assertions.ts');
    return runtime.get(ClientAssertions).fault(client, secret);
  }
  return (await runtime.get(ClientSecrets).match(client, secret)) ? undefined : NOT_PROVED;
}

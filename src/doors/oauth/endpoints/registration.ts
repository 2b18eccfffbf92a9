import type { Request } from 'express';
import { httpErrors } from '../../../ground/http/errors.ts';
import { JSON_TYPE, readBody } from '../../../ground/http/form.ts';
import { parseJson } from '../../../ground/http/json.ts';
import { originOf } from '../../../ground/http/origin.ts';
import { epochSeconds } from '../../../ground/kernel/clock.ts';
import { fault } from '../../../ground/kernel/errors.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import {
  metadataOf,
  openRegistration,
  registerClient,
  type RegisteredClient,
} from '../../../modules/registrations/index.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { PATHS } from '../paths.ts';
import { invalidToken } from '../tokens/access-token.ts';
import { headerToken } from './bearer.ts';

const BODY_MAX = 128 * 1024;

/** `POST /oauth2/register` (RFC 7591 §3.1): a client registers itself with an initial access token. */
export const registrationEndpoint = (runtime: Runtime): Handler =>
  endpoint(runtime, async (request, response) => {
    const token = headerToken(request);
    const made = await registerClient(runtime, originOf(request), token, await readMembers(request));
    if (!made) throw invalidToken();
    answer(response, 201, documentOf(runtime, made));
  });

/** `/oauth2/register/{client_id}` (RFC 7592 §2): a client reads, replaces or deletes its registration. */
export const registeredClientEndpoint = (runtime: Runtime): Handler =>
  endpoint(runtime, async (request, response) => {
    const token = headerToken(request);
    const found = await openRegistration(runtime, originOf(request), String(request.params['clientId']), token);
    if (!found) throw invalidToken();
    if (request.method === 'PUT')
      return answer(response, 200, documentOf(runtime, await found.replace(await readMembers(request))));
    if (request.method !== 'DELETE') return answer(response, 200, documentOf(runtime, found.registered));
    await found.remove();
    response.writeHead(204).end();
  });

async function readMembers(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) throw httpErrors.NOT_JSON();
  const body = parseJson(await readBody(request, BODY_MAX));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw fault('body', 'object');
  return body as Readonly<Record<string, unknown>>;
}

/** RFC 7591 §3.2.1, RFC 7592 §3. The secret is only in the answer that issues it. */
const documentOf = (
  { settings }: Runtime,
  { client, clientSecret, details, registrationToken }: RegisteredClient,
): object => ({
  client_id: client.id,
  client_id_issued_at: epochSeconds(client.createdAt),
  ...(clientSecret !== null && { client_secret: clientSecret }),
  ...(clientSecret !== null && {
    client_secret_expires_at: client.expiresAt ? epochSeconds(client.expiresAt) : 0,
  }),
  registration_access_token: registrationToken,
  registration_client_uri: `${settings.server.baseUrl}${PATHS.register}/${client.id}`,
  ...metadataOf(client, details),
});

import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import type { ClientRegistration } from '../../../../modules/clients/index.ts';
import { OAuthError } from '../../errors.ts';
import type { AuthorizationInput, Stop } from './attempt.ts';
import type { Parameters } from './parameters.ts';
import { withDefaults } from './defaults.ts';
import { Flows } from './flow.ts';
import { refusePushed } from './pipeline.ts';
import { openRequestObject } from './request-object.ts';
import { findSituation, storePushed } from './situation.ts';

/** Parameters that authenticate the client, and do not belong to the request (RFC 9126 §2.1). */
const OF_AUTHENTICATION = ['client_secret', 'client_assertion', 'client_assertion_type'];

/**
 * Stores an authorization request of an authenticated client, and returns its reference (RFC 9126 §2). A request that the
 * authorization endpoint would refuse for every user is refused here, with an OAuthError. `jkt`: the key that the client has
 * proved, which then has to redeem the code.
 */
export async function pushRequest(
  runtime: Runtime,
  { id }: ClientRegistration,
  { parameters: given, repeated }: Pick<AuthorizationInput, 'parameters' | 'repeated'>,
  jkt: string | null,
): Promise<{ readonly requestUri: string; readonly expiresIn: number }> {
  // RFC 9126 §2.1: a pushed request must not refer to another.
  if (given.has('request_uri'))
    throw new OAuthError('invalid_request', 'A pushed request must not have a request_uri.');
  const parameters = new Map([...given, ['client_id', id] as const]);
  for (const name of OF_AUTHENTICATION) parameters.delete(name);
  const situation = await findSituation(runtime, id, undefined);
  if (!situation) throw new OAuthError('invalid_client', 'The client no longer exists.');
  const input = { parameters, repeated, flow: null, pushed: true };
  const opened = withDefaults(await openRequestObject(runtime, input, situation.client), situation.client);
  if (opened.objectFault !== undefined) throw new OAuthError('invalid_request_object', opened.objectFault);
  const asked = { ...opened, parameters: boundTo(jkt, opened.parameters) };
  const stop = await refusePushed(runtime, asked, situation);
  if (stop) throw errorOfStop(stop);
  if (!runtime.get(Flows).fits(asked.parameters))
    throw new OAuthError('invalid_request', 'The request is too long.', { status: 413 });
  return storePushed(runtime, situation.client, asked.parameters);
}

/** RFC 9449 §10.1: a proof says the same as the parameter, also as one of a request object, which replaces all others. */
function boundTo(jkt: string | null, parameters: Parameters): Parameters {
  if (jkt === null) return parameters;
  if ((parameters.get('dpop_jkt') ?? jkt) !== jkt)
    throw new OAuthError('invalid_dpop_proof', 'dpop_jkt is not the thumbprint of the key of the DPoP proof.');
  return new Map([...parameters, ['dpop_jkt', jkt]]);
}

/** Why a request is refused before any user is involved, for the client that sends it. */
export function errorOfStop(stop: Stop): OAuthError {
  if (stop.kind === 'error') return new OAuthError(stop.error, stop.description);
  if (stop.kind === 'page') return new OAuthError('invalid_request', stop.detail.replace(/^\w+: /, ''));
  throw new Error('A request without a browser cannot ask the user.');
}

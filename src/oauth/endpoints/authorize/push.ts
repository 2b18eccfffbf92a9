import type { Runtime } from '../../../kernel/runtime.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import { OAuthError } from '../../errors.ts';
import type { Asked, Stop } from './attempt.ts';
import { Flows } from './flow.ts';
import { refusePushed } from './pipeline.ts';
import { findSituation, keepPushed } from './situation.ts';

/** What proves the client, and is no part of the request (RFC 9126 §2.1). */
const OF_AUTHENTICATION = ['client_secret', 'client_assertion', 'client_assertion_type'];

/**
 * Keeps an authorization request of a client that has authenticated, and gives what refers to it (RFC 9126 §2). What the
 * authorization endpoint would refuse whoever is there is refused here, in an OAuthError.
 */
export async function pushRequest(
  runtime: Runtime,
  { id }: ClientRegistration,
  { parameters: given, repeated }: Pick<Asked, 'parameters' | 'repeated'>,
): Promise<{ readonly requestUri: string; readonly expiresIn: number }> {
  // RFC 9126 §2.1: one request does not refer to another.
  if (given.has('request_uri'))
    throw new OAuthError('invalid_request', 'request_uri has no place in a pushed request.');
  const parameters = new Map([...given, ['client_id', id] as const]);
  for (const name of OF_AUTHENTICATION) parameters.delete(name);
  const situation = await findSituation(runtime, id, undefined);
  if (!situation) throw new OAuthError('invalid_client', 'The client is gone.');
  const stop = await refusePushed(runtime, { parameters, repeated, flow: null, pushed: true }, situation);
  if (stop) throw asError(stop);
  if (!runtime.get(Flows).fits(parameters))
    throw new OAuthError('invalid_request', 'The request is too long.', { status: 413 });
  return keepPushed(runtime, situation.client, parameters);
}

function asError(stop: Stop): OAuthError {
  if (stop.kind === 'error') return new OAuthError(stop.error, stop.description);
  if (stop.kind === 'page') return new OAuthError('invalid_request', stop.detail.replace(/^\w+: /, ''));
  throw new Error('Nobody is asked anything when a request is pushed.');
}

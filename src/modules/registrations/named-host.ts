import type { Runtime } from '../../ground/kernel/runtime.ts';
import { ClientRegistration } from './client-registration.entity.ts';
import { isNamed } from './redirect-host.ts';

/** A client, whoever has registered it. */
interface Returning {
  readonly id: string;
  readonly customerId: string;
  readonly source: string;
}

/**
 * Whether somebody with a say here has named the host that a client returns to, for clients that nobody has looked at: the
 * administrator who made the initial access token, or the operator. A wildcard names no host.
 */
export async function isAtNamedHost(
  runtime: Runtime,
  { id: clientId, customerId, source }: Returning,
  address: string,
): Promise<boolean> {
  if (source === 'document') return isNamed(address, runtime.settings.clients.metadataHosts ?? []);
  if (source !== 'registered') return false;
  const found = await runtime
    .fork()
    .findOne(ClientRegistration, { clientId, customerId }, { populate: ['initialAccessToken'] });
  return isNamed(address, found?.initialAccessToken.redirectHosts ?? []);
}

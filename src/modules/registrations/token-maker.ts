import { expandScopes, isPermitted, type Viewer } from '../../ground/kernel/access.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { actsForItself, Client } from '../clients/index.ts';
import { User } from '../users/index.ts';
import { clientMayAct } from './client-standing.ts';
import type { InitialAccessToken } from './initial-access-token.entity.ts';
import { registrationPolicy } from './registration.policy.ts';

/**
 * Whether an initial access token gives clients what it says: nobody has revoked it, and whoever made it could make it
 * today.
 */
export async function stillGives(runtime: Runtime, token: InitialAccessToken): Promise<boolean> {
  if (token.revokedAt) return false;
  const maker = await makerOf(runtime, token);
  return maker !== null && isPermitted(() => registrationPolicy.give(maker, runtime.settings.clients, token));
}

/** What the maker of a token may do now; null for one who is gone, or no administrator any more. */
async function makerOf(
  runtime: Runtime,
  { customerId, makerType, makerId }: Pick<InitialAccessToken, 'customerId' | 'makerType' | 'makerId'>,
): Promise<Viewer | null> {
  const anything = { kind: 'system', customerId } as const;
  if (makerType == null || makerId == null) return anything;
  if (makerType === 'user') {
    const where = { id: makerId, customerId, isActive: true, role: 'admin' } as const;
    return (await runtime.fork().findOne(User, where, { fields: ['id'] })) && anything;
  }
  const client = await runtime.fork().findOne(Client, { id: makerId, customerId }, { populate: ['owner'] });
  if (!client || !clientMayAct(runtime, client) || !actsForItself(client.grantTypes)) return null;
  const { id: clientId, scopes, documents = null } = client;
  return { kind: 'client', customerId, clientId, scopes: expandScopes(scopes), documents };
}

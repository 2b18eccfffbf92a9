import type { Loaded } from '@mikro-orm/postgresql';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { isExpiredClient, type Client } from '../clients/index.ts';
import type { ClientStanding } from '../grants/index.ts';
import { isDocumentAddress } from './document-address.ts';

type Standing = Omit<ClientStanding, 'expiresAt'> & { readonly id: string };

/**
 * Whether this server still has a client: one that describes itself only as long as the operator allows its host, and one of a
 * member only as long as members may have some and this one may sign in.
 */
export const isAllowedClient = (
  { settings }: Pick<Runtime, 'settings'>,
  { id, source, ownerIsActive }: Standing,
): boolean =>
  (source !== 'document' || isDocumentAddress(settings, id)) &&
  (ownerIsActive === null || (ownerIsActive && settings.clients.ofMembers === 'on'));

/** Whether the client may act, and what users have given it counts: it is one of this server, and has not ended. */
export const mayAct = (runtime: Runtime, client: ClientStanding & { readonly id: string }): boolean =>
  isAllowedClient(runtime, client) && !isExpiredClient(client, runtime.clock.now());

/** The same for a client that was read with its owner. */
export const clientMayAct = (runtime: Runtime, client: Loaded<Client, 'owner'>): boolean => {
  const { id, source, expiresAt = null, owner } = client;
  return mayAct(runtime, { id, source, expiresAt, ownerIsActive: owner?.isActive ?? null });
};

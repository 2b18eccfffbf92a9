import type { EntityManager } from '@mikro-orm/postgresql';
import { SCOPES } from '../../ground/kernel/access.ts';
import { endGrantsOfClient } from '../grants/index.ts';
import { Consent } from './consent.entity.ts';

/**
 * Revokes the administrators' consents that let the client administer, with the grants. Call it when the client changes, so
 * that its tokens no longer do, or no longer go to, what the administrators were shown.
 */
export async function endAdministration(
  tx: EntityManager,
  client: { readonly customerId: string; readonly id: string },
): Promise<void> {
  await endGrantsOfClient(tx, client, SCOPES);
  const { customerId, id: clientId } = client;
  await tx.nativeDelete(Consent, { customerId, clientId, scopes: { $overlap: [...SCOPES] } });
}

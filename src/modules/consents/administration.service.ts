import type { EntityManager } from '@mikro-orm/postgresql';
import { SCOPES } from '../../kernel/access.ts';
import { endGrantsOfClient } from '../grants/index.ts';
import { Consent } from './consent.entity.ts';

/**
 * Ends what administrators have allowed the client to do in their name, with its tokens: whoever gets these from now on, or
 * what they are good for, is not what the administrators were shown.
 */
export async function endAdministration(
  tx: EntityManager,
  client: { readonly customerId: string; readonly id: string },
): Promise<void> {
  await endGrantsOfClient(tx, client, SCOPES);
  const { customerId, id: clientId } = client;
  await tx.nativeDelete(Consent, { customerId, clientId, scopes: { $overlap: [...SCOPES] } });
}

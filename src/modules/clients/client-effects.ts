import type { EntityManager } from '@mikro-orm/postgresql';
import { endAdministration } from '../consents/index.ts';
import { listedAs } from '../../ground/kernel/resource-uri.ts';
import { endExchanges, endGrantsOfClient } from '../grants/index.ts';
import type { Client, ClientMetadata } from './client.entity.ts';
import { sectorOf } from './client-sector.ts';
import { changesReach } from './client-metadata.ts';
import { administersInNames } from './client.policy.ts';

/** Ends, in a unit of work, what users have given the client as it was. */
export async function endWhatDepended(
  tx: EntityManager,
  client: Client,
  changes: Partial<ClientMetadata>,
): Promise<void> {
  const next = { ...client, ...changes };
  if (changesReach(client, changes)) await endAdministrationBy(tx, client, next);
  // OIDC Core §12.2: no grant goes on under another subject.
  if (sectorOf(client) !== sectorOf(next)) await endGrantsOfClient(tx, client);
  const lost = (field: 'resources' | 'servedResources'): string[] =>
    client[field].filter((name) => listedAs(name, next[field]) === undefined);
  await endExchanges(tx, client, {
    scopes: client.scopes.filter((scope) => !next.scopes.includes(scope)),
    resources: lost('resources'),
    isServerOfLess: lost('servedResources').length > 0,
  });
}

/**
 * Ends the consents by which administrators let the client administer in their name. Skipped for a client that cannot do so
 * before or after the change, because it has no such consents.
 */
export async function endAdministrationBy(
  tx: EntityManager,
  client: Client,
  ...next: Pick<Client, 'grantTypes' | 'scopes'>[]
): Promise<void> {
  if ([client, ...next].some(administersInNames)) await endAdministration(tx, client);
}

import { isServersName } from '../../ground/http/protected-resource.ts';
import { listedAs } from '../../ground/kernel/resource-uri.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import type { Client } from './client.entity.ts';

/**
 * Those of the resources that the client serves. A user's own client serves none, and none serves this server's addresses,
 * whatever was registered before these were refused.
 */
export const servedBy = (
  settings: Pick<Settings, 'server' | 'mutualTls'>,
  { ownerId, servedResources }: Pick<Client, 'ownerId' | 'servedResources'>,
  resources: readonly string[],
): string[] =>
  ownerId === null
    ? resources.filter((name) => listedAs(name, servedResources) !== undefined && !isServersName(settings, name))
    : [];

import type { Settings } from '../../ground/kernel/runtime.ts';
import { isClientId } from '../clients/index.ts';
import { isAtHosts } from './redirect-host.ts';

/**
 * Whether a client_id is the address of a metadata document that this server reads: at a host that the operator allows, and in
 * the normal form of an address, so that a document has one id. Http only outside production.
 */
export function isDocumentAddress({ env, clients }: Pick<Settings, 'env' | 'clients'>, clientId: string): boolean {
  const hosts = clients.metadataHosts;
  if (hosts === undefined || !isClientId(clientId)) return false;
  const url = URL.parse(clientId);
  if (
    !url ||
    url.href !== clientId ||
    (url.protocol !== 'https:' && (env === 'production' || url.protocol !== 'http:'))
  )
    return false;
  const isPlain = url.search === '' && url.hash === '' && !clientId.endsWith('?') && !clientId.endsWith('#');
  // Client ID Metadata Document §3: a path, and no user name or password.
  return isPlain && url.pathname !== '/' && !url.username && !url.password && isAtHosts(clientId, hosts);
}

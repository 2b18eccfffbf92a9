import type { Client } from './client.entity.ts';

type OfSector = Pick<Client, 'subjectType' | 'sectorIdentifierUri' | 'redirectUris'>;

/** The host as the column `sector` has it. */
const hostIn = (uri: string): string | null => /^[A-Za-z]+:\/\/([^/?#:]+)/.exec(uri)?.[1]?.toLowerCase() ?? null;

/** The sector of a client with pairwise subjects (OIDC Core §8.1), as the database stores it; null for public ones. */
export const sectorOf = ({ subjectType, sectorIdentifierUri, redirectUris: [first = ''] }: OfSector): string | null =>
  subjectType === 'pairwise' ? hostIn(sectorIdentifierUri ?? first) : null;

/**
 * Whether the client has a sector. It is the host of an address, if all redirect URIs are there, and if nobody could read
 * another host from it. Every application on a device has the loopback addresses.
 */
export function hasSector({ sectorIdentifierUri, redirectUris }: Omit<OfSector, 'subjectType'>): boolean {
  const uris: readonly string[] = sectorIdentifierUri == null ? redirectUris : [sectorIdentifierUri];
  const [host] = uris.map(hostIn);
  const isThere = (uri: string): boolean => {
    const url = URL.parse(uri);
    const isWeb = url?.protocol === 'https:' || sectorIdentifierUri != null;
    return isWeb && url?.hostname === host && url?.username === '' && url.password === '';
  };
  return host != null && uris.every(isThere);
}

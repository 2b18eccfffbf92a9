import { Outgoing, OutgoingError } from '../../ground/http/outgoing.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { DEVICE_CODE, sectorOf, type Client } from '../clients/index.ts';
import type { InitialAccessToken } from './initial-access-token.entity.ts';
import { isNamed } from './redirect-host.ts';
import { invalidMetadata } from './registration-metadata.ts';

type OfSector = Pick<Client, 'subjectType' | 'sectorIdentifierUri' | 'redirectUris' | 'grantTypes'>;

/**
 * Refuses a client whose sector does not say that the client belongs to it (OIDC Core §8.1, OIDC Registration §5). Otherwise
 * it could have the subjects of another sector. The document of the sector says so, or whoever named its host in the initial
 * access token. A client keeps the host that it has, `before`. What a device gets goes anywhere.
 */
export async function checkSector(
  runtime: Runtime,
  client: OfSector,
  { redirectHosts }: Pick<InitialAccessToken, 'redirectHosts'>,
  before?: OfSector,
): Promise<void> {
  const { subjectType, sectorIdentifierUri, redirectUris, grantTypes } = client;
  if (subjectType !== 'pairwise') return;
  const isKept = before !== undefined && sectorOf(before) === sectorOf(client);
  if (grantTypes.includes(DEVICE_CODE) && !(isKept && before.grantTypes.includes(DEVICE_CODE)))
    throw invalidMetadata(`subject_type cannot be pairwise with the grant type ${DEVICE_CODE}.`);
  if (sectorIdentifierUri == null) {
    if (isKept || redirectUris.every((uri) => isNamed(uri, redirectHosts))) return;
    throw invalidMetadata('sector_identifier_uri must be given for subject_type pairwise at this host.');
  }
  const listed = await read(runtime, sectorIdentifierUri);
  if (!listed) throw invalidMetadata('sector_identifier_uri cannot be read as a JSON array of URIs.');
  if (!redirectUris.every((uri) => listed.includes(uri)))
    throw invalidMetadata('The document at sector_identifier_uri does not list all redirect_uris.');
}

async function read(runtime: Runtime, address: string): Promise<readonly unknown[] | null> {
  try {
    const { status, body } = await runtime.get(Outgoing).fetch(address, { headers: { accept: 'application/json' } });
    const listed: unknown = status === 200 ? JSON.parse(body) : null;
    return Array.isArray(listed) ? listed : null;
  } catch (fault) {
    if (fault instanceof OutgoingError || fault instanceof SyntaxError) return null;
    throw fault;
  }
}

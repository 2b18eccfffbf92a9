import { Outgoing, OutgoingError } from '../../http/outgoing.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { DEVICE_CODE, type CreateClient } from '../clients/index.ts';
import { invalidMetadata } from './registration-metadata.ts';

/**
 * Refuses a client whose sector does not say that the client belongs to it (OIDC Core §8.1, OIDC Registration §5). Otherwise
 * it could have the subjects of another sector. Codes go to the registered redirect URIs, and so to the sector; what a
 * device gets goes anywhere.
 */
export async function checkSector(
  runtime: Runtime,
  { subjectType, sectorIdentifierUri, redirectUris, grantTypes }: Omit<CreateClient, 'attributes'>,
): Promise<void> {
  if (subjectType !== 'pairwise') return;
  if (grantTypes?.includes(DEVICE_CODE))
    throw invalidMetadata(`subject_type cannot be pairwise with the grant type ${DEVICE_CODE}.`);
  if (sectorIdentifierUri == null) return;
  const listed = await read(runtime, sectorIdentifierUri);
  if (!listed) throw invalidMetadata('sector_identifier_uri cannot be read as a JSON array of URIs.');
  if (!redirectUris?.every((uri) => listed.includes(uri)))
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

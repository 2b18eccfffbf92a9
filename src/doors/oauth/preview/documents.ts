import type { PreviewedDocument } from '../../../modules/previews/index.ts';
import type { UnsignedToken } from '../tokens/unsigned.ts';
import { claimsIn, type ClaimRow } from './claim-rows.ts';

/** A token as it would be before it is signed. A key would add its id to the header, and nobody has used one. */
export const tokenDocument = (
  { algorithm, typ, claims }: UnsignedToken,
  rows: readonly ClaimRow[],
): PreviewedDocument => ({ ...plainDocument(claims, rows), header: { alg: algorithm, typ } });

/** An answer in JSON. */
export function plainDocument(content: object, rows: readonly ClaimRow[]): PreviewedDocument {
  // Claims without a value are left out, as JSON leaves them out.
  const told = JSON.parse(JSON.stringify(content)) as Record<string, unknown>;
  return { header: null, content: told, withheld: null, claims: claimsIn(told, rows) };
}

/** No document, and why. */
export const withheldDocument = (withheld: NonNullable<PreviewedDocument['withheld']>): PreviewedDocument => ({
  header: null,
  content: null,
  withheld,
  claims: [],
});

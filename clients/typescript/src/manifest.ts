import { print } from '@0no-co/graphql.web';
import type { Document } from './documents.ts';

type AnyDocument = Document<unknown, never>;

/** The text of a document, as requests and manifests have it. */
export const textOf = (document: AnyDocument): string => print(document as never);

/** The id of a document: the SHA-256 of its text, in hexadecimal digits. */
export async function idOf(document: AnyDocument): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(textOf(document)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A manifest of trusted documents for the server (`GRAPHQL_MANIFESTS`): the texts of the documents by their ids. */
export async function manifestOf(documents: readonly AnyDocument[]): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(documents.map(async (document) => [await idOf(document), textOf(document)] as const)),
  );
}

import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { toDotPath } from 'zod/v4/core';

/** One document of a manifest, not parsed yet. */
export interface Entry {
  readonly id: string;
  readonly text: string;
  /** What the manifest says of the operation, if it says something. */
  readonly name?: string;
  readonly type?: string;
}

/** Parsed documents take many times the memory of their text. */
const MANIFEST_BYTES = 16 * 1024 * 1024;

/** An id: a hash in most manifests. */
const id = z.string().regex(/^[!-~]{1,256}$/);

/** Apollo's format, as @apollo/generate-persisted-query-manifest writes it. */
const ofApollo = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id, name: z.string(), type: z.string(), body: z.string() })),
});

/** Texts by their ids, as the client preset of graphql-codegen and the compiler of Relay write them. */
const plain = z.record(id, z.string());

/** The documents of a manifest, or what was expected of it. */
export async function readManifest(path: string): Promise<Entry[] | string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return `a readable file (${(error as NodeJS.ErrnoException).code})`;
  }
  if (text.length > MANIFEST_BYTES) return `a file of at most ${MANIFEST_BYTES} bytes`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'a file in JSON';
  }
  if (typeof json === 'object' && json !== null && 'format' in json) {
    const { data, error } = ofApollo.safeParse(json);
    if (!data) return `an apollo-persisted-query-manifest of version 1 (${whatIn(error)})`;
    return data.operations.map(({ body, ...entry }) => ({ ...entry, text: body }));
  }
  const { data, error } = plain.safeParse(json);
  if (!data) return `an apollo-persisted-query-manifest, or an object of documents by their ids (${whatIn(error)})`;
  return Object.entries(data).map(([key, document]) => ({ id: key, text: document }));
}

const FAULTS_TOLD = 5;

const whatIn = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, FAULTS_TOLD)
    .map(({ path, message }) => `${toDotPath(path) || 'the file'}: ${message}`)
    .join('; ');

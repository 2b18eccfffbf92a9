import { createHash } from 'node:crypto';
import { Kind, parse, validate, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql';
import { requireDocument, type NamedDocument, type Viewer } from '../../ground/kernel/access.ts';
import type { Runtime, Settings } from '../../ground/kernel/runtime.ts';
import { graphqlErrors } from './errors.ts';
import { readManifest, type Entry } from './manifest.ts';

/** A document of a manifest. Those of the operator were parsed and validated at the start. */
export interface TrustedDocument extends NamedDocument {
  readonly text: string;
  readonly node?: DocumentNode;
}

/** What is wrong with a manifest or one of its documents, and what was expected instead. */
export interface ManifestFault {
  readonly read: string;
  readonly expected: string;
}

/**
 * The documents that the operator trusts, those of the manifests, and those of the console. Requests name them by their
 * ids or their hashes.
 */
export class TrustedDocuments {
  private readonly byId = new Map<string, TrustedDocument>();
  private readonly byHash = new Map<string, TrustedDocument>();

  constructor(private readonly runtime: Pick<Runtime, 'settings'>) {}

  /** Reads the manifests. Parses and validates each document once. Returns everything that is wrong with them. */
  async load(schema: () => GraphQLSchema): Promise<ManifestFault[]> {
    const faults: ManifestFault[] = [];
    for (const path of this.runtime.settings.graphql.manifests ?? []) {
      const read = await readManifest(path);
      if (typeof read === 'string') faults.push({ read: path, expected: read });
      else
        for (const entry of read) {
          const fault = this.add(schema(), entry);
          if (fault)
            faults.push({
              read: `${path}, document ${[entry.name, entry.id].filter(Boolean).join(' ')}`,
              expected: fault,
            });
        }
    }
    return faults;
  }

  /**
   * Adds the documents of the console. They are parsed when they are first used, because they would slow down the start.
   * Their names are left out: a client that is limited to names of the operator's documents cannot run them.
   */
  addConsole(documents: Readonly<Record<string, string>>): void {
    for (const [id, text] of Object.entries(documents)) {
      const document = { id, name: null, text };
      if (!this.byId.has(id)) this.byId.set(id, document);
      const hash = hashOf(text);
      if (!this.byHash.has(hash)) this.byHash.set(hash, document);
    }
  }

  get size(): number {
    return this.byId.size;
  }

  /** The document of this id, or of this SHA-256 in hexadecimal digits, with or without `sha256:` before it. */
  find(id: string): TrustedDocument | undefined {
    return this.byId.get(id) ?? this.byHash.get(id.replace(/^sha256:/, ''));
  }

  /** The document of the text with this SHA-256, if it was parsed at the start. */
  nodeOf(hash: string): DocumentNode | undefined {
    return this.byHash.get(hash)?.node;
  }

  private add(schema: GraphQLSchema, entry: Entry): string | undefined {
    const { id, text } = entry;
    const before = this.byId.get(id);
    if (before) return before.text === text ? undefined : 'an id that no other document has';
    const node = readDocument(schema, entry);
    if (typeof node === 'string') return node;
    const document = { id, name: nameOf(node), text, node };
    this.byId.set(id, document);
    this.byHash.set(hashOf(text), document);
    return undefined;
  }
}

/** Who may run what: a trusted document, or null for anything else. `isUnknown`: the request has only an unknown id. */
export const documentPolicy = {
  run: (
    viewer: Viewer,
    document: NamedDocument | null,
    isUnknown: boolean,
    { documents }: Settings['graphql'],
  ): void => {
    requireDocument(viewer, document);
    if (isUnknown) throw graphqlErrors.PERSISTED_QUERY_NOT_FOUND();
    if (documents === 'trusted' && document === null) throw graphqlErrors.DOCUMENT_NOT_TRUSTED();
  },
};

/** The SHA-256 of a document's text, in hexadecimal digits. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The parsed document, or what was expected of it. */
function readDocument(schema: GraphQLSchema, { name, type, text }: Entry): DocumentNode | string {
  let node: DocumentNode;
  try {
    node = parse(text, { noLocation: true });
  } catch (error) {
    return `GraphQL (${(error as GraphQLError).message})`;
  }
  const operations = node.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!operation || operations.length > 1) return 'a document with one operation';
  if (name !== undefined && operation.name?.value !== name) return `an operation named ${name}`;
  if ((type ?? operation.operation) !== operation.operation) return `a ${type}`;
  if (operation.operation === 'subscription') return 'a query or a mutation';
  const faults = validate(schema, node);
  return faults.length > 0 ? `a document of this schema (${faults.map(({ message }) => message).join(' ')})` : node;
}

function nameOf({ definitions }: DocumentNode): string | null {
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operation?.name?.value ?? null;
}

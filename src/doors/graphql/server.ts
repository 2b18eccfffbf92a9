/**
 * GraphQL over HTTP: Apollo Server with the modules' schema, and limits for every document. The Authorization header
 * or the browser's session decides who the caller is, and the policies behind the resolvers decide what the caller may do.
 */
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { readField } from './answer.ts';
import { TrustedDocuments } from './documents.ts';
import { formatError } from './error-format.ts';
import { limits, shapeErrors } from './plugins.ts';
import { GraphqlRequests, type GraphqlParts } from './requests.ts';

/** The most characters of all parsed documents that are kept. Each character takes about a hundred bytes. */
const DOCUMENT_CHARACTERS = 200_000;
/** A SHA-256 in hexadecimal digits. */
const HASH_DIGITS = 64;

/** Starts Apollo Server. */
export async function startGraphql(parts: GraphqlParts): Promise<GraphqlRequests> {
  const { runtime, schema, noteRefusal } = parts;
  const server = new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    documentStore: documentStore(runtime.get(TrustedDocuments)),
    fieldResolver: readField,
    maxRecursiveSelections: true,
    hideSchemaDetailsFromClientErrors: runtime.settings.env === 'production',
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    nodeEnv: runtime.settings.env,
    formatError: (formatted, error) => formatError(formatted, error, runtime.settings),
    logger: runtime.log,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      limits(schema, runtime),
      shapeErrors(runtime, noteRefusal),
    ],
  });
  await server.start();
  return new GraphqlRequests(parts, server);
}

/** Parsed and validated documents, by Apollo's keys, which end in the SHA-256 of the text. */
function documentStore(trusted: TrustedDocuments) {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: DOCUMENT_CHARACTERS,
    sizeCalculation: ({ loc }) => loc!.source.body.length,
  });
  return {
    get: (key: string) => Promise.resolve(trusted.nodeOf(key.slice(-HASH_DIGITS)) ?? documents.get(key)),
    set: async (key: string, document: DocumentNode) => void documents.set(key, document),
    delete: async (key: string) => documents.delete(key),
  };
}

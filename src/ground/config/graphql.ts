import * as format from './format.ts';
import { optional, type Section, variable } from './variable.ts';

/** Which GraphQL documents are run. */
export const graphql = {
  title: 'GraphQL',
  variables: {
    documents: variable('GRAPHQL_DOCUMENTS', format.oneOf('any', 'trusted'), {
      about:
        'Whether any document is run, or only those of the manifests and of the console, which requests name by their ' +
        'ids. With trusted, introspection is refused too. The REST paths are not affected.',
      format: 'any or trusted',
      fallback: 'any',
    }),
    manifests: optional('GRAPHQL_MANIFESTS', format.filePaths, {
      about:
        'Manifests of trusted documents, read at start: as generate-persisted-query-manifest writes them, or JSON ' +
        'objects of documents by their ids, as graphql-codegen and Relay write them.',
      format: 'paths of files, separated by commas',
      unset: { text: 'only the documents of the console are trusted', generated: () => false },
    }),
  },
} satisfies Section;

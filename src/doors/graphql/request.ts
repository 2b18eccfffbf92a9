import type { IncomingMessage } from 'node:http';
import { queryOf } from '../../ground/http/form.ts';
import { parseJson } from '../../ground/http/json.ts';
import { graphqlErrors } from './errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a request asks to run: a document by its id, or a text. */
export interface Asked {
  readonly id: string | undefined;
  readonly text: string | undefined;
  /** The operation that the request names. */
  readonly operationName: string | undefined;
  /** The values of the variables. None if the request has something else there, which Apollo refuses. */
  readonly variables: Fields;
  /** The request with this text, and without an id: as Apollo reads it. */
  readonly asText: (text: string) => HttpRequest;
  readonly asSent: HttpRequest;
}

/** The parts of a request that Apollo reads a document from. */
interface HttpRequest {
  /** The query of the address. */
  readonly search: string;
  readonly body: unknown;
}

/** Reads what a request asks to run, from the body or the address. Throws `invalid` for an id that is no text. */
export function readAsked(request: IncomingMessage, body: unknown): Asked {
  const search = queryOf(request);
  return request.method === 'GET' ? fromAddress(new URLSearchParams(search), { search, body }) : fromBody(body, search);
}

function fromAddress(parameters: URLSearchParams, asSent: HttpRequest): Asked {
  // Apollo reads them too. They get the same checks as those of a body.
  const [variables, given] = ['variables', 'extensions'].map((name) => parseJson(parameters.get(name) || 'null'));
  const extensions = isObject(given) ? given : {};
  return {
    id: idIn({ documentId: parameters.get('documentId') ?? undefined, extensions }),
    text: parameters.get('query') ?? undefined,
    operationName: parameters.get('operationName') ?? undefined,
    variables: isObject(variables) ? variables : {},
    asSent,
    asText: (text) => {
      const changed = new URLSearchParams(parameters);
      changed.set('query', text);
      changed.delete('documentId');
      if (changed.has('extensions')) changed.set('extensions', JSON.stringify(withoutId(extensions)));
      return { ...asSent, search: changed.toString() };
    },
  };
}

function fromBody(body: unknown, search: string): Asked {
  const fields = isObject(body) ? body : {};
  const { query, operationName, variables, extensions } = fields;
  return {
    id: idIn(fields),
    text: typeof query === 'string' ? query : undefined,
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: isObject(variables) ? variables : {},
    asSent: { search, body },
    asText: (text) => ({
      search,
      body: {
        ...withoutDocument(fields),
        query: text,
        ...(isObject(extensions) && { extensions: withoutId(extensions) }),
      },
    }),
  };
}

/** The id of a document: `documentId` (GraphQL over HTTP), or that of the extension for persisted queries. */
function idIn({ documentId, extensions }: Fields): string | undefined {
  const persisted = isObject(extensions) ? extensions['persistedQuery'] : undefined;
  const id = documentId ?? (isObject(persisted) ? persisted['sha256Hash'] : undefined);
  if (id !== undefined && typeof id !== 'string')
    throw graphqlErrors.BAD_REQUEST({ message: 'The id of a document must be text.' });
  return id || undefined;
}

function withoutDocument({ documentId: _, ...others }: Fields): Fields {
  return others;
}

function withoutId({ persistedQuery: _, ...others }: Fields): Fields {
  return others;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { documentationOf, errors, type AppError, type Declared } from '../../ground/kernel/errors.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { enumName } from '../../ground/kernel/text.ts';

const codes = {
  BAD_REQUEST: ['invalid', 'The request is no GraphQL request over HTTP. The message says why.'],
  GRAPHQL_PARSE_FAILED: ['invalid', 'The document is not GraphQL.'],
  GRAPHQL_VALIDATION_FAILED: ['invalid', 'The document does not fit the schema.'],
  OPERATION_RESOLUTION_FAILURE: [
    'invalid',
    'The document has no operation of this name, or has several and the request names none.',
  ],
  PERSISTED_QUERY_NOT_FOUND: ['invalid', 'No manifest of this server has a document of this id.'],
  DOCUMENT_NOT_TRUSTED: ['forbidden', 'This server runs only trusted documents. Name one by its id.'],
  DOCUMENT_TOO_COMPLEX: ['invalid', 'The document is too large or too deep. The message names the limit.'],
  COST_TOO_HIGH: ['invalid', 'The operation could answer with too much. Request less at once.'],
  ANSWER_TOO_LARGE: ['invalid', 'The answer is too large. Request less at once.'],
  LARGE_OPERATION_RUNNING: [
    'rate_limited',
    'Too many large operations of this caller wait for their turn. Try again in 1 s.',
  ],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a request is not run, or an operation is stopped. */
export const graphqlErrors = errors('graphql', codes);

/** The extensions of an error: the fields of `ItemError` in the schema, how long to wait, and the present version. */
export const extensionsOf = (
  { kind, code, field, faults, retryAfter, currentVersion }: AppError,
  settings: Settings,
): Record<string, unknown> => ({
  code,
  kind: kind.toUpperCase(),
  documentation: documentationOf(settings, code),
  ...(field !== undefined && {
    field,
    faults: faults.map((fault) => ({
      ...fault,
      rule: fault.rule && enumName(fault.rule),
      documentation: documentationOf(settings, fault.code),
    })),
  }),
  ...(retryAfter && { retryAfter }),
  ...(currentVersion && { currentVersion }),
});

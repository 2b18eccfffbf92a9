import {
  cacheExchange,
  Client,
  fetchExchange,
  makeOperation,
  mapExchange,
  type CombinedError,
  type Operation,
  type OperationResult,
} from 'urql';
import { addressOf, signIn } from '../address.ts';
import { CSRF, fetchOnce } from './early.ts';
import { listedTypes } from './listed-types.ts';

export { CSRF };

/** The code of the first error that the server told, if it told one. */
export const codeOf = (error: CombinedError): string | undefined => {
  const code = error.graphQLErrors[0]?.extensions['code'];
  return typeof code === 'string' ? code : undefined;
};

/** The answer without data if a field of the operation failed: a page shows all of what it asked for, or why it cannot. */
const whole = (result: OperationResult): OperationResult => {
  const data = result.data as Readonly<Record<string, unknown>> | null | undefined;
  const isPart = result.error?.graphQLErrors.some(({ path }) => path && data?.[path[0]!] === null);
  return isPart ? { ...result, data: undefined } : result;
};

/** Lets the cache know what the lists of an answer hold. */
const withListedTypes = (result: OperationResult): OperationResult => {
  const { operation } = result;
  const context = { ...operation.context, additionalTypenames: [...new Set(listedTypes(result.data))] };
  return operation.kind === 'query' ? { ...result, operation: makeOperation('query', operation, context) } : result;
};

/** How many changes have been answered. */
let changes = 0;

/** The operation with what had been changed when it was sent. */
const sent = (operation: Operation): Operation =>
  makeOperation(operation.kind, operation, { ...operation.context, changes });

/**
 * Asks once more what was asked for while something was changed. The cache does so only with what is answered already, and the
 * answer may be of the time before the change.
 */
const answered = (result: OperationResult): OperationResult => {
  const { operation } = result;
  if (operation.kind === 'mutation') changes++;
  else if (operation.context['changes'] !== changes) {
    client.reexecuteOperation(
      makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }),
    );
  }
  return withListedTypes(result);
};

/**
 * Asks the server's GraphQL with the session of this browser.
 */
export const client: Client = new Client({
  url: addressOf('graphql'),
  preferGetMethod: false,
  fetch: fetchOnce,
  fetchOptions: { credentials: 'same-origin', headers: CSRF },
  requestPolicy: 'cache-and-network',
  exchanges: [
    mapExchange({
      onResult: whole,
      onError(error) {
        if (codeOf(error) === 'UNAUTHENTICATED') signIn();
      },
    }),
    cacheExchange,
    mapExchange({ onOperation: sent, onResult: answered }),
    fetchExchange,
  ],
});

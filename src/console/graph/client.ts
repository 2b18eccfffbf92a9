import {
  cacheExchange,
  Client,
  fetchExchange,
  makeOperation,
  mapExchange,
  type CombinedError,
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

/** The data without the names of types, by which the cache would know what it outdates. */
const untyped = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data ?? null, (key, value: unknown) => (key === '__typename' ? undefined : value)));

/**
 * Lets the cache know what the lists of an answer hold. A change that others follow outdates nothing: a list that is asked for
 * between them would not be asked for again behind the last.
 */
const withListedTypes = (result: OperationResult): OperationResult => {
  const { operation } = result;
  if (operation.context['isPart'] === true) return { ...result, data: untyped(result.data) };
  const context = { ...operation.context, additionalTypenames: [...new Set(listedTypes(result.data))] };
  return operation.kind === 'query' ? { ...result, operation: makeOperation('query', operation, context) } : result;
};

/**
 * Asks the server's GraphQL with the session of this browser.
 */
export const client = new Client({
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
    mapExchange({ onResult: withListedTypes }),
    fetchExchange,
  ],
});

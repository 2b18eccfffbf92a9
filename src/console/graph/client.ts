import { cacheExchange, Client, fetchExchange, mapExchange, type CombinedError } from 'urql';
import { addressOf, signIn } from '../address.ts';
import { CSRF, fetchOnce } from './early.ts';

export { CSRF };

/** The code of the first error that the server told, if it told one. */
export const codeOf = (error: CombinedError): string | undefined => {
  const code = error.graphQLErrors[0]?.extensions['code'];
  return typeof code === 'string' ? code : undefined;
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
      onError(error) {
        if (codeOf(error) === 'UNAUTHENTICATED') signIn();
      },
    }),
    cacheExchange,
    fetchExchange,
  ],
});

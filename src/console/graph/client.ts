import { cacheExchange, Client, fetchExchange, mapExchange, type CombinedError } from 'urql';
import { addressOf, signIn } from '../address.ts';

/** The code of the first error that the server told, if it told one. */
export const codeOf = (error: CombinedError): string | undefined => {
  const code = error.graphQLErrors[0]?.extensions['code'];
  return typeof code === 'string' ? code : undefined;
};

/** Says that a page of this origin asks: pages of other origins cannot set it. */
export const CSRF = { 'x-guildhall-csrf': '1' };

/**
 * Asks the server's GraphQL with the session of this browser.
 */
export const client = new Client({
  url: addressOf('graphql'),
  preferGetMethod: false,
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

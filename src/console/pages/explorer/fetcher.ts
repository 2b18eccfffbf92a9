import type { GraphiQLProps } from 'graphiql';
import { addressOf, signIn } from '../../address.ts';
import { CSRF } from '../../graph/client.ts';

interface Answer {
  data?: unknown;
  errors?: { extensions?: { code?: string } }[];
}

/**
 * Asks the server's GraphQL with the session of this browser. Calls `onCode` with the code of the first error, and with
 * undefined if there is none.
 */
export const fetcherWith =
  (onCode: (code: string | undefined) => void): GraphiQLProps['fetcher'] =>
  async (request) => {
    const response = await fetch(addressOf('graphql'), {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...CSRF },
      body: JSON.stringify(request),
    });
    const answer = (await response.json()) as Answer;
    const code = answer.errors?.[0]?.extensions?.code;
    if (code === 'UNAUTHENTICATED') signIn();
    onCode(code);
    return answer;
  };

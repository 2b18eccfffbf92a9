import { bytesOf, type Script } from '../load.ts';

interface Caller {
  readonly clientToken: string;
}

/** A request with the service account's token. */
export const get = ({ clientToken }: Caller, path: string): Buffer =>
  bytesOf({ method: 'GET', path, headers: { authorization: `Bearer ${clientToken}` } });

/** A GraphQL request with the service account's token. */
export const ask = ({ clientToken }: Caller, query: string, variables: object = {}): Buffer =>
  bytesOf({
    method: 'POST',
    path: '/graphql',
    headers: { authorization: `Bearer ${clientToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });

/** GraphQL answers 200 to what it refuses, too. */
export function withoutErrors(answer: Buffer): void {
  if (answer.includes('"errors":')) throw new Error(answer.toString().slice(0, 2000));
}

/** One request after the other, and from the start again. */
export function inTurns(requests: readonly Buffer[]): Script {
  let turn = 0;
  return () => requests[turn++ % requests.length];
}

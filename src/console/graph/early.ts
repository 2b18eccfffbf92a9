import type { TypedDocumentNode } from 'urql';
import { addressOf } from '../address.ts';

/** Says that a page of this origin asks: pages of other origins cannot set it. */
export const CSRF = { 'x-guildhall-csrf': '1' };

const answers = new Map<string, Promise<Response>>();

/** Asks the server before the client is there, so that the answer comes while the scripts are still being loaded. */
export function askEarly(document: TypedDocumentNode<unknown, Record<string, never>>): void {
  const body = JSON.stringify({ documentId: (document as { documentId?: string }).documentId, variables: {} });
  const headers = { 'content-type': 'application/json', ...CSRF };
  const answer = fetch(addressOf('graphql'), { method: 'POST', credentials: 'same-origin', headers, body });
  // The client gets the failure, too.
  answer.catch(() => undefined);
  answers.set(body, answer);
}

/** Sends a request of the client, unless it was sent early. */
export const fetchOnce: typeof fetch = (address, request) => {
  const body = request?.body;
  const early = typeof body === 'string' ? answers.get(body) : undefined;
  if (early) answers.delete(body as string);
  return early ?? fetch(address, request);
};

import type { IncomingMessage } from 'node:http';
import type { Viewer } from '../kernel/access.ts';
import type { Transaction } from '../kernel/database.ts';
import { kernelErrors } from '../kernel/errors.ts';

/**
 * A key of 1 to 255 characters: a string of a structured field (RFC 9651 §3.3.3), as the draft of the header demands, or
 * the same without quotes, as most clients send it.
 */
export const IDEMPOTENCY_KEY = String.raw`^(?:"(?:[ !#-\[\]-~]|\\["\\]){1,255}"|[!#-+\--~]{1,255})$`;
const KEY = new RegExp(IDEMPOTENCY_KEY);

/** The request's Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07). Undefined if there is none. */
export function idempotencyKeyOf(request: IncomingMessage): string | undefined {
  const header = (request.headers['idempotency-key'] as string | undefined)?.trim();
  if (header === undefined) return undefined;
  if (!KEY.test(header))
    throw kernelErrors.INVALID_INPUT({
      message:
        'Idempotency-Key must have 1 to 255 characters of ASCII. With blanks, commas or quotes it must be quoted.',
    });
  return header.startsWith('"') ? header.slice(1, -1).replaceAll(/\\(.)/g, '$1') : header;
}

/** A whole answer. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly viewer: Viewer;
  readonly key: string;
  /** What the request is for. Another operation under the same key is another request. */
  readonly operation: string;
  /** All that the operation depends on. */
  readonly input: unknown;
}

/** The answer to the first request with a key. It is kept unless repeating the request does no harm. */
export interface FirstAnswer {
  readonly answer: WholeAnswer;
  readonly keep: boolean;
}

/**
 * Performs a request once and keeps its answer, in one transaction. A repetition gets the same answer. If `perform` throws,
 * nothing is written, and the request can be repeated.
 */
export type Once = (request: KeyedRequest, perform: (tx: Transaction) => Promise<FirstAnswer>) => Promise<WholeAnswer>;

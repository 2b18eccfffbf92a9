import type { ServerResponse } from 'node:http';
import type { WholeAnswer } from './idempotency-key.ts';

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** Sends a JSON text in one piece. */
export const sendJson = (response: ServerResponse, status: number, json: string): void =>
  sendAnswer(response, { status, headers: JSON_HEADERS, body: json });

/** Sends an answer in one piece. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: WholeAnswer): void {
  // RFC 9110 §8.6: 204 has no Content-Length.
  response.writeHead(status, { ...headers, ...(body !== '' && { 'content-length': Buffer.byteLength(body) }) });
  response.end(body);
}

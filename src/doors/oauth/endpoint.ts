import type { Request, Response } from 'express';
import { inSchemeOf } from '../../ground/http/challenge.ts';
import { originOf } from '../../ground/http/origin.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { asOAuthError } from './errors.ts';

/** Answers one request. */
export type Handler = (request: Request, response: Response) => Promise<void>;

type Headers = Readonly<Record<string, string>>;

// RFC 6749 §5.1: answers with tokens must not be cached. Cache-Control: no-store is on every answer.
const PRIVATE: Headers = { pragma: 'no-cache' };

/** Sends JSON that must not be cached. */
export function answer(response: Response, status: number, body: object, headers: Headers = {}): void {
  send(response, status, JSON.stringify(body), { ...PRIVATE, ...headers });
}

/** Sends a JWT (RFC 7519 §10.3.1) that must not be cached. */
export function answerJwt(response: Response, jwt: string): void {
  send(response, 200, jwt, { ...PRIVATE, 'content-type': 'application/jwt' });
}

/** Sends text, as JSON unless the headers say otherwise. */
export function send(response: Response, status: number, text: string, headers: Headers): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** A handler that answers errors of `work` as OAuth errors. */
export function endpoint(runtime: Runtime, work: Handler): Handler {
  return async (request, response) => {
    try {
      await runtime.begin(() => work(request, response));
    } catch (error) {
      const told = asOAuthError(error, runtime, originOf(request).requestId);
      if (response.headersSent) response.destroy();
      else answer(response, told.status, told.body(runtime.settings), inSchemeOf(request, told.headers));
    }
  };
}

import type { Request, Response } from 'express';
import { originOf } from '../http/origin.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { asOAuthError } from './errors.ts';

/** Answers one request, with a head of its own. */
export type Handler = (request: Request, response: Response) => Promise<void>;

type Headers = Readonly<Record<string, string>>;

// RFC 6749 §5.1: nobody keeps what holds tokens or personal data. Every answer says Cache-Control: no-store.
const PRIVATE: Headers = { pragma: 'no-cache' };

/** Sends JSON that nobody may keep. */
export function answer(response: Response, status: number, body: object, headers: Headers = {}): void {
  send(response, status, JSON.stringify(body), { ...PRIVATE, ...headers });
}

/** Sends a signed answer (RFC 7519 §10.3.1) that nobody may keep. */
export function answerJwt(response: Response, jwt: string): void {
  send(response, 200, jwt, { ...PRIVATE, 'content-type': 'application/jwt' });
}

/** Sends JSON that is already text, or what the headers say it is. */
export function send(response: Response, status: number, text: string, headers: Headers): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** A handler that answers what `work` throws in the words of OAuth. */
export function endpoint(runtime: Runtime, work: Handler): Handler {
  return async (request, response) => {
    try {
      await runtime.inTime(work(request, response));
    } catch (error) {
      const { status, body, headers } = asOAuthError(error, runtime.log, originOf(request).requestId);
      if (response.headersSent) response.destroy();
      else answer(response, status, body, headers);
    }
  };
}

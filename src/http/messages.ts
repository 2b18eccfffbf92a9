import { IncomingMessage, ServerResponse } from 'node:http';
import type { Application, Request, Response } from 'express';

/** The classes of a server's requests and answers. */
export type Messages = ReturnType<typeof createMessages>;

/**
 * Makes classes of requests and answers for Node's server, which its Express application adopts. Express changes the prototype
 * of both at each request unless they have its own from the start, and on a short request that costs more than the routing.
 */
export const createMessages = () => ({
  IncomingMessage: class extends IncomingMessage {},
  ServerResponse: class<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {},
});

/** Makes the classes those of the application. */
export function adopt(app: Application, messages: Messages): void {
  const made = app as Application & { request: Request; response: Response };
  Object.setPrototypeOf(messages.IncomingMessage.prototype, made.request);
  Object.setPrototypeOf(messages.ServerResponse.prototype, made.response);
  made.request = messages.IncomingMessage.prototype as Request;
  made.response = messages.ServerResponse.prototype as unknown as Response;
}

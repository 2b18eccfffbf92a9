import { IncomingMessage, ServerResponse } from 'node:http';
import type { Application, Request, Response } from 'express';

/** The classes of a server's requests and answers. */
export type ExpressPrototypes = ReturnType<typeof createPrototypes>;

/**
 * Makes classes of requests and answers for Node's server, which its Express application adopts. Express changes the prototype
 * of both at each request unless they have its own from the start, and on a short request that costs more than the routing.
 */
export const createPrototypes = () => ({
  IncomingMessage: class extends IncomingMessage {},
  ServerResponse: class<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {},
});

/** Makes the classes those of the application. */
export function adoptPrototypes(app: Application, prototypes: ExpressPrototypes): void {
  const made = app as Application & { request: Request; response: Response };
  Object.setPrototypeOf(prototypes.IncomingMessage.prototype, made.request);
  Object.setPrototypeOf(prototypes.ServerResponse.prototype, made.response);
  made.request = prototypes.IncomingMessage.prototype as Request;
  made.response = prototypes.ServerResponse.prototype as unknown as Response;
}

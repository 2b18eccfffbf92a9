import type { Request, Response, Router } from 'express';
import type { GraphqlParts, GraphqlRequests } from './requests.ts';

/**
 * Mounts `/graphql`. The returned function stops it after the last answer. The first request loads Apollo Server, because
 * most callers use REST.
 */
export function mountGraphql(router: Router, parts: GraphqlParts): () => Promise<void> {
  let started: Promise<GraphqlRequests> | undefined;
  const start = async (): Promise<GraphqlRequests> => (await import('./server.ts')).startGraphql(parts);
  router.all('/graphql', async (request: Request, response: Response) => {
    const requests = await (started ??= start());
    await requests.answer(request, response);
  });
  return async () => (await started)?.stop();
}

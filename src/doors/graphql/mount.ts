import type { Request, Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { GraphqlParts, GraphqlRequests } from './requests.ts';

type Lazy<Parts extends GraphqlParts> = Omit<Parts, 'schema'> & { readonly schema: () => GraphQLSchema };

/**
 * Mounts `/graphql`. The returned function stops it after the last answer. The first request loads Apollo Server, because
 * most callers use REST.
 */
export function mountGraphql(router: Router, parts: Lazy<GraphqlParts>): () => Promise<void> {
  let started: Promise<GraphqlRequests> | undefined;
  const start = async (): Promise<GraphqlRequests> =>
    (await import('./server.ts')).startGraphql({ ...parts, schema: parts.schema() });
  router.all('/graphql', async (request: Request, response: Response) => {
    const requests = await (started ??= start());
    await requests.answer(request, response);
  });
  return async () => (await started)?.stop();
}

import type { Request, Response, Router } from 'express';
import openapi from '../../openapi.json' with { type: 'json' };
import { documentPolicy } from '../doors/graphql/documents.ts';
import { printSchema, type GraphQLSchema } from '../doors/graphql/schema.ts';
import { sendError } from '../ground/http/error-answer.ts';
import { Site } from '../ground/http/site.ts';
import type { Authenticate } from '../ground/kernel/access.ts';
import { AppError, kernelErrors } from '../ground/kernel/errors.ts';
import { lazy } from '../ground/kernel/lazy.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';

/**
 * `/openapi.json`, and `/schema.graphql` for those who may use introspection: everybody in development, signed-in callers
 * in production, nobody if the server runs only trusted documents.
 */
export function mountReference(
  router: Router,
  runtime: Runtime,
  schema: () => GraphQLSchema,
  authenticate: Authenticate,
): void {
  const { issuer } = runtime.get(Site);
  // The file has a placeholder for the issuer.
  const description = lazy(() =>
    Buffer.from(JSON.stringify(openapi).replaceAll(`"${openapi.servers[0]!.url}`, `"${issuer}`)),
  );
  const printed = lazy(() => Buffer.from(printSchema(schema())));
  router.get(
    '/openapi.json',
    (_request: Request, response: Response) => void response.type('json').send(description()),
  );
  router.get('/schema.graphql', async (request: Request, response: Response) => {
    const viewer = await runtime
      .begin(() => authenticate(request))
      .catch((error: unknown) => {
        if (error instanceof AppError && error.kind === 'unauthenticated') return null;
        throw error;
      });
    try {
      if (!viewer || (runtime.settings.env === 'production' && viewer.kind === 'anonymous'))
        throw kernelErrors.UNAUTHENTICATED();
      documentPolicy.run(viewer, null, false, runtime.settings.graphql);
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.send(printed());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sendError(runtime, response, error);
    }
  });
}

/**
 * GraphQL over HTTP, for admin UIs: Apollo Server on the modules' schema, with limits on what one document may ask for.
 * Who asks is decided by the Authorization header; what they may is decided by the policies behind the resolvers.
 */
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { NoSchemaIntrospectionCustomRule, validate, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { Authenticate } from '../kernel/access.ts';
import { RequestContext } from '../kernel/context.ts';
import { AppError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { originOf } from '../kernel/origin.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { causeOf, formatError, internal, unauthenticated } from './errors.ts';
import { checkCost, MAX_TOKENS, sizeLimits } from './limits.ts';

interface Parts {
  readonly runtime: Runtime;
  readonly schema: GraphQLSchema;
  readonly authenticate: Authenticate;
}

/** Mounts `/graphql`; the returned function ends it once the last answer is out. */
export async function mountGraphql(
  router: Router,
  { runtime, schema, authenticate }: Parts,
): Promise<() => Promise<void>> {
  const server = new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    parseOptions: { maxLexicalTokens: MAX_TOKENS },
    maxRecursiveSelections: true,
    hideSchemaDetailsFromClientErrors: runtime.settings.env === 'production',
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    nodeEnv: runtime.settings.env,
    validationRules: [sizeLimits],
    // Errors are shaped in the plugin below, where the request is known.
    formatError: (formatted) => formatted,
    logger: runtime.log,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      limits(schema, runtime),
      shapeErrors(runtime),
    ],
  });
  await server.start();

  const contextOf = async (request: Request): Promise<RequestContext> => {
    try {
      return new RequestContext(runtime, await authenticate(request.headers.authorization), originOf(request));
    } catch (error) {
      throw withoutContext(error, originOf(request).requestId, runtime.log);
    }
  };
  router.use('/graphql', express.json({ limit: '1mb' }), brokenBody, async (request: Request, response: Response) => {
    const { status, headers, body } = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method,
        headers: new HeaderMap(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        search: request.url.replace(/^[^?]*/, ''),
        body: request.body as unknown,
      },
      context: () => contextOf(request),
    });
    response.status(status ?? 200).setHeaders(headers);
    // Nothing of ours is deferred or streamed, so the answer is always in one piece.
    if (body.kind === 'complete') response.send(body.string);
  });
  return () => server.stop();
}

/** Cost needs the variables, and introspection the viewer, so both wait until the operation is known. */
const limits = (schema: GraphQLSchema, runtime: Runtime): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: async ({ document, operationName, request, contextValue }) => {
        checkCost(schema, document, operationName ?? undefined, request.variables ?? {});
        if (runtime.settings.env !== 'production' || contextValue.viewer.kind !== 'anonymous') return;
        const [fault] = validate(schema, document, [NoSchemaIntrospectionCustomRule]);
        if (fault) throw unauthenticated('Introspection needs an access token.', 'UNAUTHENTICATED', 'Bearer');
      },
    }),
});

const shapeErrors = (runtime: Runtime): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors) {
          const cause = causeOf(error);
          if (cause === null || (cause instanceof AppError && cause.kind !== 'internal')) continue;
          const { requestId } = contextValue.origin;
          runtime.log.error({ err: cause, requestId, path: error.path }, 'request failed');
        }
      },
      willSendResponse: async ({ response, errors, contextValue }) => {
        if (response.body.kind !== 'single' || !response.body.singleResult.errors) return;
        response.body.singleResult.errors = response.body.singleResult.errors.map((formatted, index) =>
          formatError(formatted, errors?.[index], contextValue.origin.requestId),
        );
      },
    }),
});

// Without a context the plugins above are not asked, and Apollo would tell whatever went wrong in its own words.
function withoutContext(error: unknown, requestId: string, log: Log): GraphQLError {
  if (error instanceof AppError && error.kind === 'unauthenticated')
    return unauthenticated(error.message, error.code, 'Bearer error="invalid_token"');
  log.error({ err: error, requestId }, 'request failed');
  return internal(requestId);
}

/** What the JSON parser refuses, in GraphQL's own shape. */
function brokenBody(
  error: Error & { status?: number },
  _request: Request,
  response: Response,
  _next: NextFunction,
): void {
  const message = error.status === 413 ? 'The body is larger than 1 MiB.' : 'The body is not JSON.';
  response
    .status(error.status === 413 ? 413 : 400)
    .json({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
}

/**
 * GraphQL over HTTP, for admin UIs: Apollo Server on the modules' schema, with limits on what one document may ask for.
 * Who asks is decided by the Authorization header; what they may is decided by the policies behind the resolvers.
 */
import { ApolloServer, HeaderMap, type ApolloServerPlugin, type HTTPGraphQLResponse } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Request, Response, Router } from 'express';
import { NoSchemaIntrospectionCustomRule, validate, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { Authenticate } from '../kernel/access.ts';
import { RequestContext } from '../kernel/context.ts';
import { publicError, toldError } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';
import { originOf } from '../kernel/origin.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { readGraphqlBody, refuseRequest } from './body.ts';
import { causeOf, formatError, internal, unauthenticated, UNAVAILABLE, unavailable, waiting } from './errors.ts';
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
  const answer = async (request: Request): Promise<HTTPGraphQLResponse> =>
    server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method,
        headers: new HeaderMap(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        search: request.url.replace(/^[^?]*/, ''),
        body: await readGraphqlBody(request),
      },
      context: () => contextOf(request),
    });
  router.all('/graphql', async (request: Request, response: Response) => {
    try {
      const { status, headers, body } = await runtime.inTime(answer(request));
      response.status(status ?? 200).setHeaders(headers);
      // Nothing of ours is deferred or streamed, so the answer is always in one piece.
      if (body.kind === 'complete') response.send(body.string);
    } catch (error) {
      if (publicError(error) === null) throw error;
      refuseRequest(response, toldError(error, runtime.log, { requestId: originOf(request).requestId })!);
    }
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
          if (cause !== null)
            toldError(cause, runtime.log, { requestId: contextValue.origin.requestId, path: error.path });
        }
      },
      willSendResponse: async ({ response, errors, contextValue }) => {
        if (response.body.kind !== 'single' || !response.body.singleResult.errors) return;
        const { singleResult } = response.body;
        singleResult.errors = singleResult.errors!.map((formatted, index) =>
          formatError(formatted, errors?.[index], contextValue.origin.requestId),
        );
        const told = publicError(errors?.[0] && causeOf(errors[0]));
        if (told?.kind !== 'unavailable' || !isEmpty(singleResult.data)) return;
        response.http.status = UNAVAILABLE;
        for (const [name, value] of waiting(told)) response.http.headers.set(name, value);
      },
    }),
});

// Without a context the plugins above are not asked, and Apollo would tell whatever went wrong in its own words.
function withoutContext(error: unknown, requestId: string, log: Log): GraphQLError {
  const told = toldError(error, log, { requestId });
  if (told?.kind === 'unauthenticated') return unauthenticated(told.message, told.code, 'Bearer error="invalid_token"');
  return told?.kind === 'unavailable' ? unavailable(told) : internal(requestId);
}

/** Whether there is nothing in the answer but its errors. */
const isEmpty = (data: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  Object.values(data ?? {}).every((value) => value === null);

/**
 * GraphQL over HTTP: Apollo Server with the modules' schema, and limits for every document. The Authorization header
 * or the browser's session decides who the caller is, and the policies behind the resolvers decide what the caller may do.
 */
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Request, Response } from 'express';
import {
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { inSchemeOf } from '../http/challenge.ts';
import { withResourceMetadata } from '../http/protected-resource.ts';
import type { Authenticate, Viewer } from '../kernel/access.ts';
import { Budget, callerKey, MAX_COST, type Spender } from '../http/budget.ts';
import { currentSpan, traced } from '../kernel/activity.ts';
import { RequestContext, type Origin, type Refused } from '../kernel/context.ts';
import type { Transaction } from '../kernel/database.ts';
import { AppError, kernelErrors, type ErrorKind } from '../kernel/errors.ts';
import { publicError, errorForCaller } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';
import { idempotencyKeyOf, type FirstAnswer, type Once, type WholeAnswer } from '../http/idempotency-key.ts';
import { originOf } from '../http/origin.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { Answer, MAX_ANSWER_BYTES, readField, tooLarge } from './answer.ts';
import { readGraphqlBody, refuseRequest } from './body.ts';
import { costOf, MAX_ANONYMOUS_COST } from './cost.ts';
import { createsOnly } from './creations.ts';
import { documentPolicy, hashOf, TrustedDocuments, type TrustedDocument } from './documents.ts';
import { causeOf, formatError, headersOf, internal, refused, statusOf } from './error-format.ts';
import { graphqlErrors } from './errors.ts';
import { LARGE_COST, LargeOperations } from './large-operations.ts';
import { checkSize } from './limits.ts';
import { readAsked, type Asked } from './request.ts';

/** The most characters of all parsed documents that are kept. Each character takes about a hundred bytes. */
const DOCUMENT_CHARACTERS = 200_000;
/** Parsing and validating this many characters costs as much as one field, up to a maximum. */
const CHARACTERS_A_COST = 4;
const DOCUMENT_COST_MAX = 10_000;
/** The most characters of a refused document's name in the audit trail. */
const NAMED_CHARACTERS = 256;
/** A SHA-256 in hexadecimal digits. */
const HASH_DIGITS = 64;

export interface GraphqlParts {
  readonly runtime: Runtime;
  readonly schema: GraphQLSchema;
  readonly authenticate: Authenticate;
  readonly noteRefusal: Refused;
  readonly once: Once;
}

/** A request with an Idempotency-Key: whose it is, and the transaction that all of it is in. */
interface Keyed {
  readonly viewer: Viewer;
  readonly tx: Transaction;
}

/** What a request asks to run, and the trusted document that it names. */
interface Read {
  readonly asked: Asked;
  readonly document: TrustedDocument | null;
  /** The viewer, if somebody has asked for it already. */
  readonly asking?: Promise<Viewer>;
}

/** The cost of a request with an Idempotency-Key, besides what it does the first time. */
const KEY_COST = 10;

/** Answers GraphQL over HTTP. `stop` waits for the last answer. */
export interface GraphqlServer {
  answer(request: Request, response: Response): Promise<void>;
  stop(): Promise<void>;
}

export async function startGraphql({
  runtime,
  schema,
  authenticate,
  noteRefusal,
  once,
}: GraphqlParts): Promise<GraphqlServer> {
  const server = new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    documentStore: documentStore(runtime.get(TrustedDocuments)),
    fieldResolver: readField,
    maxRecursiveSelections: true,
    hideSchemaDetailsFromClientErrors: runtime.settings.env === 'production',
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    nodeEnv: runtime.settings.env,
    formatError: (formatted, error) => formatError(formatted, error, runtime.settings),
    logger: runtime.log,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      limits(schema, runtime),
      shapeErrors(runtime, noteRefusal),
    ],
  });
  await server.start();

  const documents = runtime.get(TrustedDocuments);
  /** Refuses a document that the viewer may not run, and records that. */
  const admit = (
    origin: Origin,
    viewer: Viewer,
    { id, text, operationName }: Asked,
    document: TrustedDocument | null,
  ) => {
    const isUnknown = document === null && id !== undefined && text === undefined;
    try {
      documentPolicy.run(viewer, document, isUnknown, runtime.settings.graphql);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'forbidden') {
        const name = document?.name ?? operationName?.slice(0, NAMED_CHARACTERS) ?? 'unknown';
        const documentId = document?.id ?? id?.slice(0, NAMED_CHARACTERS) ?? hashOf(text ?? '');
        noteRefusal(origin, viewer, name, error.code, documentId);
      }
      throw error;
    }
  };
  const contextOf = async (
    request: Request,
    { asked, document, asking }: Read,
    keyed?: Keyed,
  ): Promise<RequestContext> => {
    const origin = originOf(request);
    try {
      const viewer = keyed?.viewer ?? (await (asking ?? authenticate(request)));
      if (!keyed) admit(origin, viewer, asked, document);
      const { text } = asked;
      if (document === null && text !== undefined) {
        const cost = Math.ceil(text.length / CHARACTERS_A_COST);
        runtime.get(Budget).spend({ viewer, ip: origin.ip }, Math.min(cost, DOCUMENT_COST_MAX));
        checkSize(text, viewer.kind === 'anonymous');
      }
      return new RequestContext(runtime, viewer, origin, keyed?.tx);
    } catch (error) {
      throw withoutContext(error, origin.requestId, runtime.log);
    }
  };
  const execute = async (request: Request, arrival: number, read: Read, keyed?: Keyed): Promise<FirstAnswer> => {
    const { asked, document } = read;
    const text = document?.text ?? asked.text;
    let ctx: RequestContext | undefined;
    const work = () =>
      server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: request.method,
          headers: new HeaderMap(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
          ...(asked.id !== undefined && text !== undefined ? asked.asText(text) : asked.asSent),
        },
        context: async () => {
          ctx = await contextOf(request, read, keyed);
          ctx.get(Answer).arrival = arrival;
          return ctx;
        },
      });
    const answered = traced('internal', 'graphql', {}, work);
    const { body, headers, status = 200 } = await answered.finally(() => ctx?.get(Answer).end());
    // Nothing is deferred or streamed, so the answer is always complete.
    const json = body.kind === 'complete' ? body.string : '';
    const progress = ctx?.get(Answer);
    if (progress?.isTooLarge || Buffer.byteLength(json) > MAX_ANSWER_BYTES) throw tooLarge();
    if (keyed && progress?.passing) throw progress.passing;
    return { answer: { status, headers: Object.fromEntries(headers), body: json }, keep: progress?.isKept ?? false };
  };
  const answerTo = async (request: Request): Promise<WholeAnswer> => {
    const arrival = runtime.get(LargeOperations).arrive();
    const json = await readGraphqlBody(request);
    const asked = readAsked(request, json);
    const document = (asked.id !== undefined && documents.find(asked.id)) || null;
    const key = idempotencyKeyOf(request);
    if (key === undefined) return (await execute(request, arrival, { asked, document })).answer;
    // Asked once, because a proof of possession works once.
    const asking = authenticate(request);
    const read = { asked, document, asking };
    const viewer = await asking.catch(() => null);
    // An invalid token is refused there.
    if (viewer === null) return (await execute(request, arrival, read)).answer;
    const origin = originOf(request);
    runtime.get(Budget).spend({ viewer, ip: origin.ip }, KEY_COST);
    admit(origin, viewer, asked, read.document);
    const input = [request.method, request.url, json];
    return once({ viewer, key, operation: 'graphql', input }, (tx) => execute(request, arrival, read, { viewer, tx }));
  };
  const answer = async (request: Request, response: Response): Promise<void> => {
    try {
      const { status, headers, body } = await runtime.begin(() => answerTo(request));
      const told = withResourceMetadata(runtime.settings, request, status, inSchemeOf(request, headers));
      response.status(status).set(told).send(body);
    } catch (error) {
      if (publicError(error) === null) throw error;
      const told = errorForCaller(error, runtime.log, { requestId: originOf(request).requestId })!;
      refuseRequest(response, told, runtime.settings);
    }
  };
  return { answer, stop: () => server.stop() };
}

/** Parsed and validated documents, by Apollo's keys, which end in the SHA-256 of the text. */
function documentStore(trusted: TrustedDocuments) {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: DOCUMENT_CHARACTERS,
    sizeCalculation: ({ loc }) => loc!.source.body.length,
  });
  return {
    get: (key: string) => Promise.resolve(trusted.nodeOf(key.slice(-HASH_DIGITS)) ?? documents.get(key)),
    set: async (key: string, document: DocumentNode) => void documents.set(key, document),
    delete: async (key: string) => documents.delete(key),
  };
}

/** Checks cost and introspection here, because they need the variables and the viewer. */
/** Callers choose the names of operations, so only an attribute has the name. */
function describeOperation({ operation: type, name }: OperationDefinitionNode): void {
  const called = name?.value.slice(0, NAMED_CHARACTERS);
  currentSpan()?.describe({ 'graphql.operation.type': type, 'graphql.operation.name': called }, type);
}

const limits = (schema: GraphQLSchema, runtime: Runtime): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: async ({ document, operation, request, contextValue }) => {
        const { viewer, tx } = contextValue;
        if (operation) describeOperation(operation);
        if (tx && operation?.operation === 'mutation') {
          if (!createsOnly(schema, document, operation))
            throw refused(kernelErrors.INVALID_INPUT({ message: ONLY_CREATIONS }));
          contextValue.get(Answer).isKept = true;
        }
        const { operationName, variables = {} } = request;
        const cost = costOf(schema, { document, operationName, variables });
        const most = viewer.kind === 'anonymous' ? MAX_ANONYMOUS_COST : MAX_COST;
        if (cost > most)
          throw refused(
            graphqlErrors.COST_TOO_HIGH({
              message: `The operation costs ${cost}, more than the limit of ${most}. Request less at once.`,
            }),
          );
        begin(runtime, contextValue, cost);
        if (runtime.settings.env !== 'production' || viewer.kind !== 'anonymous') return;
        const [fault] = validate(schema, document, [NoSchemaIntrospectionCustomRule]);
        if (fault) throw refused(kernelErrors.UNAUTHENTICATED({ message: 'Introspection needs an access token.' }));
      },
    }),
});

/** Takes the cost of the operation from the caller's budget. Refuses a large one while another large one runs. */
function begin(runtime: Runtime, ctx: RequestContext, cost: number): void {
  const spender: Spender = { viewer: ctx.viewer, ip: ctx.origin.ip };
  const answer = ctx.get(Answer);
  try {
    if (cost > LARGE_COST) answer.end = runtime.get(LargeOperations).begin(callerKey(spender), answer.arrival);
    runtime.get(Budget).spend(spender, cost);
  } catch (error) {
    throw error instanceof AppError ? refused(error) : error;
  }
}

const shapeErrors = (runtime: Runtime, note: Refused): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors) {
          const cause = causeOf(error);
          if (cause === null) continue;
          const { origin, viewer } = contextValue;
          const told = errorForCaller(cause, runtime.log, { requestId: origin.requestId, path: error.path });
          const [node] = error.nodes ?? [];
          if (told?.kind === 'forbidden' && node?.kind === Kind.FIELD) note(origin, viewer, node.name.value, told.code);
        }
      },
      willSendResponse: async ({ response, errors, contextValue }) => {
        if (response.body.kind !== 'single' || !response.body.singleResult.errors) return;
        const { singleResult } = response.body;
        judge(contextValue.get(Answer), errors ?? [], singleResult.data);
        const { requestId } = contextValue.origin;
        for (const { extensions } of singleResult.errors!)
          if (extensions?.['code'] === 'INTERNAL') extensions['requestId'] = requestId;
        const told = publicError(errors?.[0] && causeOf(errors[0]));
        if (told?.kind !== 'unavailable' || !isEmpty(singleResult.data)) return;
        response.http.status = statusOf(told);
        for (const [name, value] of headersOf(told)) response.http.headers.set(name, value);
      },
    }),
});

/** Decides whether the answer can be kept. If nothing was done, and could be done later, it is not. */
function judge(answer: Answer, errors: readonly GraphQLError[], data: Data): void {
  // The request was refused before it was run.
  if (data === undefined) {
    answer.isKept = false;
    return;
  }
  const kinds = errors.map((error) => kindOf(causeOf(error)));
  const passing = errors.find((_, index) => PASSING.has(kinds[index]!));
  const cause = passing && causeOf(passing);
  answer.passing = cause instanceof Error ? cause : passing;
  if (isEmpty(data) && kinds.some((kind) => kind === 'forbidden')) answer.isKept = false;
}

/** A fault of the request that GraphQL found while it ran has no cause. */
const kindOf = (cause: unknown): ErrorKind => (cause === null ? 'forbidden' : (publicError(cause)?.kind ?? 'internal'));

const PASSING: ReadonlySet<ErrorKind> = new Set(['rate_limited', 'unavailable', 'internal']);

const ONLY_CREATIONS = 'Idempotency-Key is for operations that create something and do nothing else.';

// Without a context Apollo does not call the plugins above, and would reveal the original error.
function withoutContext(error: unknown, requestId: string, log: Log): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const told = errorForCaller(error, log, { requestId });
  return told ? refused(told) : internal(requestId);
}

/** Whether the answer has only errors. */
type Data = Readonly<Record<string, unknown>> | null | undefined;

const isEmpty = (data: Data): boolean => Object.values(data ?? {}).every((value) => value === null);

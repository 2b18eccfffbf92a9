import type { ApolloServerPlugin } from '@apollo/server';
import {
  Kind,
  type FormattedExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { Budget, MAX_COST, type Spender } from '../../ground/http/budget.ts';
import { currentSpan } from '../../ground/kernel/activity.ts';
import type { RequestContext, Refused } from '../../ground/kernel/context.ts';
import { AppError, kernelErrors, type ErrorKind } from '../../ground/kernel/errors.ts';
import { errorForCaller, publicError } from '../../ground/kernel/fault.ts';
import { ListTurns } from '../../ground/kernel/event-loop/list-turns.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { Answer } from './answer.ts';
import { costOf, MAX_ANONYMOUS_COST } from './cost.ts';
import { createsOnly } from './creations.ts';
import { causeOf, headersOf, refused, statusOf } from './error-format.ts';
import { graphqlErrors } from './errors.ts';
import { LARGE_COST, LargeOperations } from './large-operations.ts';
import { NAMED_CHARACTERS } from './limits.ts';
import { writeLong } from './long-answer.ts';

/** Callers choose the names of operations, so only an attribute has the name. */
function describeOperation({ operation: type, name }: OperationDefinitionNode): void {
  const called = name?.value.slice(0, NAMED_CHARACTERS);
  currentSpan()?.describe({ 'graphql.operation.type': type, 'graphql.operation.name': called }, type);
}

/** Checks what depends on the operation, its variables or the viewer: its cost and a key that it has. */
export const limits = (schema: GraphQLSchema, runtime: Runtime): ApolloServerPlugin<RequestContext> => ({
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
        await begin(runtime, contextValue, cost);
      },
    }),
});

/** Takes the cost of the operation from the caller's budget. A large one waits for its turn, unless it is in a transaction. */
async function begin(runtime: Runtime, ctx: RequestContext, cost: number): Promise<void> {
  const spender: Spender = { viewer: ctx.viewer, ip: ctx.origin.ip };
  const budget = runtime.get(Budget);
  const answer = ctx.get(Answer);
  try {
    const large = cost > LARGE_COST && !ctx.tx ? runtime.get(LargeOperations) : undefined;
    large?.admit(spender);
    budget.spend(spender, cost);
    if (large)
      answer.end = await large
        .begin(spender, () => !ctx.get(ListTurns).areAwaited())
        .catch((error: unknown) => {
          budget.charge(spender, -cost);
          throw error;
        });
    answer.cost = cost;
  } catch (error) {
    throw error instanceof AppError ? refused(error) : error;
  }
}

/** Logs errors and records refusals. An answer with nothing but an outage has the status of one. */
export const shapeErrors = (runtime: Runtime, note: Refused): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors) {
          const cause = causeOf(error);
          if (cause === null) continue;
          const { origin, viewer } = contextValue;
          const told = errorForCaller(cause, runtime, { requestId: origin.requestId, path: error.path });
          const [node] = error.nodes ?? [];
          if (told?.kind === 'forbidden' && node?.kind === Kind.FIELD) note(origin, viewer, node.name.value, told.code);
        }
      },
      willSendResponse: async ({ response, errors, contextValue }) => {
        if (response.body.kind !== 'single') return;
        const { singleResult } = response.body;
        tellBudget(singleResult, runtime, contextValue);
        if (!singleResult.errors) return writeInSlices(response.body, contextValue);
        judge(contextValue.get(Answer), errors ?? [], singleResult.data);
        const { requestId } = contextValue.origin;
        for (const { extensions } of singleResult.errors)
          if (extensions?.['code'] === 'INTERNAL') extensions['requestId'] = requestId;
        const told = publicError(errors?.[0] && causeOf(errors[0]));
        if (told?.kind !== 'unavailable' || !isEmpty(singleResult.data))
          return writeInSlices(response.body, contextValue);
        response.http.status = statusOf(told);
        for (const [name, value] of headersOf(told)) response.http.headers.set(name, value);
      },
    }),
});

/** Tells what the operation has cost, and what is left. An answer that is kept would tell it later, too. */
function tellBudget(result: FormattedExecutionResult, runtime: Runtime, ctx: RequestContext): void {
  const { cost } = ctx.get(Answer);
  if (cost === undefined || ctx.tx || ctx.viewer.kind === 'anonymous') return;
  const { left, perSecond } = runtime.get(Budget).left({ viewer: ctx.viewer, ip: ctx.origin.ip });
  result.extensions = { ...result.extensions, budget: { cost, left, perSecond } };
}

/** Writes a long answer here, because Apollo would write it at one go. An answer that is kept is short. */
async function writeInSlices(body: { singleResult: FormattedExecutionResult }, ctx: RequestContext): Promise<void> {
  const answer = ctx.get(Answer);
  if (!answer.isLong || ctx.tx) return;
  answer.written = await writeLong(body.singleResult);
  body.singleResult = { data: null };
}

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

type Data = Readonly<Record<string, unknown>> | null | undefined;

/** Whether the answer has only errors. */
const isEmpty = (data: Data): boolean => Object.values(data ?? {}).every((value) => value === null);

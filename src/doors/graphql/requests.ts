import { HeaderMap, type ApolloServer } from '@apollo/server';
import type { Request, Response } from 'express';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { Budget, budgetHeaders, type Spender } from '../../ground/http/budget.ts';
import { inSchemeOf } from '../../ground/http/challenge.ts';
import { idempotencyKeyOf, type FirstAnswer, type Once, type WholeAnswer } from '../../ground/http/idempotency-key.ts';
import { originOf } from '../../ground/http/origin.ts';
import { withResourceMetadata } from '../../ground/http/protected-resource.ts';
import type { Authenticate, Viewer } from '../../ground/kernel/access.ts';
import { traced } from '../../ground/kernel/activity.ts';
import { RequestContext, type Origin, type Refused } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError } from '../../ground/kernel/errors.ts';
import { errorForCaller, publicError } from '../../ground/kernel/fault.ts';
import { ListTurns } from '../../ground/kernel/event-loop/list-turns.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { Answer, MAX_ANSWER_BYTES, tooLarge } from './answer.ts';
import { readGraphqlBody, refuseRequest } from './body.ts';
import { documentPolicy, hashOf, TrustedDocuments, type TrustedDocument } from './documents.ts';
import { internal, refused } from './error-format.ts';
import { NAMED_CHARACTERS, readSized, refuseSubscriptions } from './limits.ts';
import { isHidden, requireOpen } from './open.ts';
import { readAsked, type Asked } from './request.ts';

/** Parsing and validating this many characters costs as much as one field, up to a maximum. */
const CHARACTERS_A_COST = 4;
const DOCUMENT_COST_MAX = 10_000;
/** The cost of a request with an Idempotency-Key, besides what it does the first time. */
const KEY_COST = 10;

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

/** An answer whose body is bytes if it is long. */
type WrittenAnswer = Omit<WholeAnswer, 'body'> & { readonly body: string | Buffer };

interface Executed {
  readonly answer: WrittenAnswer;
  readonly keep: boolean;
}

/** What a request asks to run, and the trusted document that it names. */
interface Read {
  readonly asked: Asked;
  readonly document: TrustedDocument | null;
  /** The viewer, if somebody has asked for it already. */
  readonly asking?: Promise<Viewer>;
  /** Is told who pays for the request. */
  readonly met: (spender: Spender) => void;
}

/** Answers requests at `/graphql`: decides who may ask for what, and has Apollo Server run it. */
export class GraphqlRequests {
  constructor(
    private readonly parts: GraphqlParts,
    private readonly server: ApolloServer<RequestContext>,
  ) {}

  async answer(request: Request, response: Response): Promise<void> {
    const { runtime } = this.parts;
    let spender: Spender | undefined;
    const met = (known: Spender): void => void (spender = known);
    const tell = (): void => void (spender && response.set(budgetHeaders(runtime.get(Budget).left(spender))));
    try {
      const { status, headers, body } = await runtime.begin(() => this.answerTo(request, met));
      tell();
      const told = withResourceMetadata(runtime.settings, request, status, inSchemeOf(request, headers));
      response.status(status).set(told).send(body);
    } catch (error) {
      if (publicError(error) === null) throw error;
      tell();
      const told = errorForCaller(error, runtime, { requestId: originOf(request).requestId })!;
      refuseRequest(response, told, runtime.settings);
    }
  }

  /** Waits for the last answer. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  private async answerTo(request: Request, met: Read['met']): Promise<WrittenAnswer> {
    const { runtime, authenticate, once } = this.parts;
    const json = await readGraphqlBody(request);
    const asked = readAsked(request, json);
    const document = (asked.id !== undefined && runtime.get(TrustedDocuments).find(asked.id)) || null;
    const key = idempotencyKeyOf(request);
    if (key === undefined) return (await this.execute(request, { asked, document, met })).answer;
    // Asked once, because a proof of possession works once.
    const asking = authenticate(request);
    const read = { asked, document, asking, met };
    const viewer = await asking.catch(() => null);
    // An invalid token is refused there.
    if (viewer === null) return (await this.execute(request, read)).answer;
    const origin = originOf(request);
    met({ viewer, ip: origin.ip });
    runtime.get(Budget).spend({ viewer, ip: origin.ip }, KEY_COST);
    this.admit(origin, viewer, read);
    const input = [request.method, request.url, json];
    return once({ viewer, key, operation: 'graphql', input }, async (tx): Promise<FirstAnswer> => {
      const { answer, keep } = await this.execute(request, read, { viewer, tx });
      return { answer: { ...answer, body: String(answer.body) }, keep };
    });
  }

  private async execute(request: Request, read: Read, keyed?: Keyed): Promise<Executed> {
    const { asked, document } = read;
    const text = document?.text ?? asked.text;
    let ctx: RequestContext | undefined;
    const work = () =>
      this.server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: request.method,
          headers: new HeaderMap(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
          ...(asked.id !== undefined && text !== undefined ? asked.asText(text) : asked.asSent),
        },
        context: async () => (ctx = await this.contextOf(request, read, keyed)),
      });
    const answered = traced('internal', 'graphql', {}, work);
    const { body, headers, status = 200 } = await answered.finally(() => ctx?.get(Answer).end());
    const progress = ctx?.get(Answer);
    // Nothing is deferred or streamed, so the answer is always complete.
    const json = progress?.written ?? (body.kind === 'complete' ? body.string : '');
    if (progress?.isTooLarge || Buffer.byteLength(json) > MAX_ANSWER_BYTES) throw tooLarge();
    if (keyed && progress?.passing) throw progress.passing;
    return { answer: { status, headers: Object.fromEntries(headers), body: json }, keep: progress?.isKept ?? false };
  }

  private async contextOf(request: Request, read: Read, keyed?: Keyed): Promise<RequestContext> {
    const { runtime, schema, authenticate } = this.parts;
    const { asked, document, asking, met } = read;
    const origin = originOf(request);
    try {
      const viewer = keyed?.viewer ?? (await (asking ?? authenticate(request)));
      met({ viewer, ip: origin.ip });
      if (!keyed) this.admit(origin, viewer, read);
      const { text, operationName, variables } = asked;
      let node = document?.node;
      if (document === null && text !== undefined) {
        const cost = Math.ceil(text.length / CHARACTERS_A_COST);
        runtime.get(Budget).spend({ viewer, ip: origin.ip }, Math.min(cost, DOCUMENT_COST_MAX));
        node = readSized(text, viewer.kind === 'anonymous');
      }
      if (node) {
        if (isHidden(viewer, runtime.settings)) requireOpen(schema, { document: node, operationName, variables });
        refuseSubscriptions(node);
      }
      const ctx = new RequestContext(runtime, viewer, origin, keyed?.tx);
      // The answer to a request with a key is kept, whoever hears it.
      if (!keyed) ctx.get(ListTurns).areAwaited = () => !request.socket.destroyed;
      return ctx;
    } catch (error) {
      throw withoutContext(error, origin.requestId, runtime);
    }
  }

  /** Refuses a document that the viewer may not run, and records that. */
  private admit(origin: Origin, viewer: Viewer, { asked: { id, text, operationName }, document }: Read): void {
    const isUnknown = document === null && id !== undefined && text === undefined;
    try {
      documentPolicy.run(viewer, document, isUnknown, this.parts.runtime.settings.graphql);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'forbidden') {
        const name = document?.name ?? operationName?.slice(0, NAMED_CHARACTERS) ?? 'unknown';
        const documentId = document?.id ?? id?.slice(0, NAMED_CHARACTERS) ?? hashOf(text ?? '');
        this.parts.noteRefusal(origin, viewer, name, error.code, documentId);
      }
      throw error;
    }
  }
}

// Without a context Apollo does not call the plugins, and would reveal the original error.
function withoutContext(error: unknown, requestId: string, runtime: Runtime): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const told = errorForCaller(error, runtime, { requestId });
  return told ? refused(told) : internal(requestId);
}

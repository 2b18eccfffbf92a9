import { AppError, fault } from '../../ground/kernel/errors.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { ask, type Decision, type Question } from '../../modules/access/index.ts';
import { isObject, type Json, optionalObject } from './body.ts';
import { actionIn, entityIn, organizationIn, resourceOf, scopesOf, subjectKindOf } from './entities.ts';
import { reasonOf } from './reasons.ts';

/** An answer (§5.5): the decision, and why. */
export interface Told {
  readonly decision: boolean;
  readonly context: Json;
}

const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;
/** The decision behind which nothing is told. */
const STOPS = { execute_all: null, deny_on_first_deny: false, permit_on_first_permit: true } as const;

/** How many questions a request may have. */
export const EVALUATIONS_MAX = 100;

const UNKNOWN_SUBJECT: Decision = { allowed: false, reason: 'unknown_subject', roles: [] };

/** Answers one question (§6). */
export async function evaluate(runtime: Runtime, customerId: string, body: Json): Promise<Told> {
  const subject = entityIn(body, 'subject');
  const action = actionIn(body);
  const resource = entityIn(body, 'resource');
  const organizationId = organizationIn(body);
  const kind = subjectKindOf(subject.type);
  const question: Question | undefined = kind && {
    customerId,
    subject: { kind, id: subject.id },
    resource: resourceOf(resource),
    scopes: scopesOf(action, resource.type),
    organizationId,
  };
  const decision = question ? await ask(runtime, question) : UNKNOWN_SUBJECT;
  return { decision: decision.allowed, context: reasonOf(decision, action.name) };
}

/** The questions of a request (§7.1), each with the defaults that it does not replace. Undefined if it is a single question. */
export function questionsOf(body: Json): readonly unknown[] | undefined {
  const { evaluations } = body;
  if (evaluations === undefined) return undefined;
  if (!Array.isArray(evaluations)) throw fault('evaluations', 'list');
  if (evaluations.length > EVALUATIONS_MAX) throw fault('evaluations', 'too_many', { max: EVALUATIONS_MAX });
  if (evaluations.length === 0) return undefined;
  const defaults = Object.fromEntries(ENTITIES.map((name) => [name, optionalObject(body, name)]));
  return (evaluations as readonly unknown[]).map((each) => (isObject(each) ? withDefaults(each, defaults) : each));
}

const ENTITIES = ['subject', 'action', 'resource', 'context'] as const;

/** An entity of a question has the members of the default that it does not replace. */
const withDefaults = (question: Json, defaults: Readonly<Record<string, Json | undefined>>): Json => ({
  ...defaults,
  ...Object.fromEntries(
    Object.entries(question).map(([name, value]) => [
      name,
      isObject(value) && name !== 'context' ? { ...defaults[name], ...value } : value,
    ]),
  ),
});

/** Answers questions (§7), which share a round trip. What is wrong with one is told in its place. */
export async function evaluateAll(
  runtime: Runtime,
  customerId: string,
  body: Json,
  questions: readonly unknown[],
): Promise<{ readonly evaluations: readonly Told[] }> {
  const stop = STOPS[semanticIn(body)];
  const all = await Promise.all(questions.map((each) => evaluateOne(runtime, customerId, each)));
  const end = stop === null ? -1 : all.findIndex(({ decision }) => decision === stop);
  return { evaluations: end < 0 ? all : all.slice(0, end + 1) };
}

async function evaluateOne(runtime: Runtime, customerId: string, question: unknown): Promise<Told> {
  try {
    if (!isObject(question)) throw fault('evaluations', 'object');
    return await evaluate(runtime, customerId, question);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
    return { decision: false, context: { error: { status: 400, message: error.message } } };
  }
}

function semanticIn(body: Json): (typeof SEMANTICS)[number] {
  const { evaluations_semantic: asked = 'execute_all' } = optionalObject(body, 'options') ?? {};
  const semantic = SEMANTICS.find((each) => each === asked);
  if (!semantic) throw fault('options.evaluations_semantic', 'one_of', { values: [...SEMANTICS] });
  return semantic;
}

import type { Runtime } from '../../ground/kernel/runtime.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { isSameResource } from '../../ground/kernel/resource-uri.ts';
import { emailKey } from '../users/index.ts';
import { decisionFacts, NOBODY, ownNode, type DecisionFacts } from './decision-facts.hot.sql.ts';
import { decide, type Target } from './decision.ts';
import type { Decision, Question, Resource, Subject } from './question.ts';

// PostgreSQL stores no NUL, so no name has one.
const text = (name: string): string => (name.includes('\0') ? '' : name);

/** The parts of a key that name an API. */
export const apiBy = (api: string) =>
  isUuid(api) ? { apiId: api, identifier: '' } : { apiId: NOBODY, identifier: text(api) };

/** Whether the resource is Guildhall itself, as an API. */
export const isOwnApi = ({ settings }: Runtime, resource: Resource): boolean =>
  resource.kind === 'api' && isSameResource(resource.api, settings.server.baseUrl);

/** Answers a question now. All questions of one moment share a round trip. */
export async function ask(runtime: Runtime, question: Question): Promise<Decision> {
  const { facts, target } = await factsOf(runtime, question);
  return decide(question, facts, target);
}

/** What decides a question. */
export async function factsOf(
  runtime: Runtime,
  question: Question,
): Promise<{ readonly facts: DecisionFacts; readonly target: Target }> {
  const { db, clock } = runtime;
  const { customerId, subject, resource, scopes, organizationId } = question;
  const isApi = resource.kind === 'api' && !isOwnApi(runtime, resource);
  const [facts, target] = await Promise.all([
    db.lookUp(decisionFacts[subject.kind], {
      customerId,
      ...subjectBy(subject),
      ...(isApi ? apiBy(resource.api) : apiBy(NOBODY)),
      scopes: scopes.join(' '),
      organizationId: organizationId ?? NOBODY,
      now: clock.now().toISOString(),
    }),
    targetOf(runtime, customerId, resource),
  ]);
  return { facts: facts!, target };
}

/**
 * The parts of a key that name a subject. A client's id may look like a UUID and is a text. A username may look like the id of
 * another user, who counts then. An address is compared in lower case.
 */
export function subjectBy({ kind, id }: Subject) {
  if (kind !== 'client' && isUuid(id)) return { id, name: '' };
  return { id: NOBODY, name: kind === 'user' && id.includes('@') ? emailKey(text(id)) : text(id) };
}

/** What the resource is. Whether an API exists, the facts of the decision tell. */
export async function targetOf(runtime: Runtime, customerId: string, resource: Resource): Promise<Target> {
  if (resource.kind === 'api') return isOwnApi(runtime, resource) ? 'own' : 'api';
  const { kind, id } = resource;
  // Organizations are named as groups are: by id alone.
  const named = subjectBy({ kind: kind === 'organization' ? 'group' : kind, id });
  return (await runtime.db.lookUp(ownNode, { customerId, kind, ...named })) ? 'own' : 'nothing';
}

import type { Runtime } from '../../ground/kernel/runtime.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { OWN_API_ID } from '../../ground/kernel/own-api.ts';
import { isSameResource } from '../../ground/kernel/resource-uri.ts';
import { emailKey } from '../users/index.ts';
import { decisionFacts, NOBODY, ownNode, type DecisionFacts } from './decision-facts.hot.sql.ts';
import { decide } from './decision.ts';
import type { Decision, Question, Resource, Subject } from './question.ts';

// PostgreSQL stores no NUL, so no name has one.
const text = (name: string): string => (name.includes('\0') ? '' : name);

/** The parts of a key that name the API of a resource. Objects of our own are part of Guildhall itself, which the issuer names, too. */
export function apiOf(
  { settings }: Runtime,
  resource: Resource,
): { readonly apiId: string; readonly identifier: string } {
  if (resource.kind !== 'api' || isSameResource(resource.api, settings.server.baseUrl))
    return { apiId: OWN_API_ID, identifier: '' };
  const { api } = resource;
  return isUuid(api) ? { apiId: api.toLowerCase(), identifier: '' } : { apiId: NOBODY, identifier: text(api) };
}

/** Whether the resource is Guildhall itself, or part of it. */
export const isOwn = (runtime: Runtime, resource: Resource): boolean => apiOf(runtime, resource).apiId === OWN_API_ID;

/** Answers a question now. All questions of one moment share a round trip. */
export async function ask(runtime: Runtime, question: Question): Promise<Decision> {
  return decide(question, await factsOf(runtime, question));
}

/** What decides a question. */
export async function factsOf(runtime: Runtime, question: Question): Promise<DecisionFacts> {
  const { db, clock } = runtime;
  const { customerId, subject, resource, scopes, organizationId } = question;
  const [facts, isThere] = await Promise.all([
    db.lookUp(decisionFacts[subject.kind], {
      customerId,
      ...subjectBy(subject),
      ...apiOf(runtime, resource),
      scopes: scopes.join(' '),
      organizationId: organizationId ?? NOBODY,
      now: clock.now().toISOString(),
    }),
    exists(runtime, customerId, resource),
  ]);
  return isThere ? facts! : { ...facts!, apiId: null };
}

/**
 * The parts of a key that name a subject. A client's id may look like a UUID and is a text. A username may look like the id of
 * another user, who counts then. An address is compared in lower case.
 */
export function subjectBy({ kind, id }: Subject) {
  if (kind !== 'client' && isUuid(id)) return { id, name: '' };
  return { id: NOBODY, name: kind === 'user' && id.includes('@') ? emailKey(text(id)) : text(id) };
}

/** Whether an object of our own exists. Whether an API does, the facts of the decision tell. */
export async function exists({ db }: Runtime, customerId: string, resource: Resource): Promise<boolean> {
  if (resource.kind === 'api') return true;
  const { kind, id } = resource;
  // Organizations are named as groups are: by id alone.
  const named = subjectBy({ kind: kind === 'organization' ? 'group' : kind, id });
  return Boolean(await db.lookUp(ownNode, { customerId, kind, ...named }));
}

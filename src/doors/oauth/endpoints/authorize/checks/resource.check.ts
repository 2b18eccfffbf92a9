import { isOwnScope } from '../../../../../ground/kernel/access.ts';
import type { ApiFacts } from '../../../../../modules/access/index.ts';
import { apisHaving, NOT_ONE_API } from '../../../apis.ts';
import { locationsOf } from '../../../authorization-details.ts';
import { registeredResources } from '../../../resources.ts';
import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';

/** Separates the resources of one request: no URI has a line break. */
export const BETWEEN_RESOURCES = '\n';

const namedResources = ({ parameters }: Pick<Attempt, 'parameters'>): readonly string[] =>
  parameters.get('resource')?.split(BETWEEN_RESOURCES) ?? [];

/** The APIs that the client requests tokens for: those it names, or else the only one that has all scopes of APIs. */
export function requestedApis(attempt: Pick<Attempt, 'parameters' | 'client'>): readonly ApiFacts[] {
  const { apis } = attempt.client;
  const named = namedResources(attempt);
  if (named.length > 0) return (apis ?? []).filter(({ identifier }) => named.includes(identifier));
  const having = apisHaving(apis, [...wordsOf(attempt.parameters, 'scope')]);
  return having.length === 1 ? having : [];
}

/**
 * The distinct resources that the client requests, by `resource`, by the scopes of an API, or as the locations of details (RFC 9396
 * §3.2).
 */
export const grantedResources = (attempt: Pick<Attempt, 'parameters' | 'client' | 'details'>): string[] => [
  ...new Set([
    ...namedResources(attempt),
    ...requestedApis(attempt).map(({ identifier }) => identifier),
    ...locationsOf(attempt.details),
  ]),
];

/** Whether there are scopes of APIs, and nothing tells of which one. */
export function namesNoApi(attempt: Pick<Attempt, 'parameters' | 'client'>): boolean {
  const isOfApis = attempt.client.apis !== null && ![...wordsOf(attempt.parameters, 'scope')].every(isOwnScope);
  return isOfApis && namedResources(attempt).length === 0 && requestedApis(attempt).length === 0;
}

/** RFC 8707 §2: the client is registered for each `resource`. Registered ones are absolute URIs without a fragment. */
export const checkResource: Check = (attempt) => {
  const registered = registeredResources(attempt.client);
  if (!grantedResources(attempt).every((resource) => registered.includes(resource)))
    return refuse('invalid_target', 'The client is not registered for a requested resource.');
  return namesNoApi(attempt) ? refuse('invalid_target', NOT_ONE_API) : undefined;
};

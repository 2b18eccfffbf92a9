import { locationsOf } from '../../../authorization-details.ts';
import { refuse, type Attempt, type Check } from '../attempt.ts';

/** Separates the resources of one request: no URI has a line break. */
export const BETWEEN_RESOURCES = '\n';

/** The distinct resources that the client requests, by `resource` or as the locations of details (RFC 9396 §3.2). */
export const grantedResources = ({ parameters, details }: Pick<Attempt, 'parameters' | 'details'>): string[] => [
  ...new Set([...(parameters.get('resource')?.split(BETWEEN_RESOURCES) ?? []), ...locationsOf(details)]),
];

/** RFC 8707 §2: the client is registered for each `resource`. Registered ones are absolute URIs without a fragment. */
export const checkResource: Check = (attempt) =>
  grantedResources(attempt).every((resource) => attempt.client.resources.includes(resource))
    ? undefined
    : refuse('invalid_target', 'The client is not registered for a requested resource.');

import { refuse, type Attempt, type Check } from '../attempt.ts';

/** Separates the resources of one request: no URI has a line break. */
export const BETWEEN_RESOURCES = '\n';

/** The distinct resources that the client requests. */
export const grantedResources = ({ parameters }: Pick<Attempt, 'parameters'>): string[] => [
  ...new Set(parameters.get('resource')?.split(BETWEEN_RESOURCES)),
];

/** RFC 8707 §2: the client is registered for each `resource`. Registered ones are absolute URIs without a fragment. */
export const checkResource: Check = (attempt) =>
  grantedResources(attempt).every((resource) => attempt.client.resources.includes(resource))
    ? undefined
    : refuse('invalid_target', 'The client is not registered for a requested resource.');

import { refuse, type Attempt, type Check } from '../attempt.ts';

/** What stands between resources where several came in one request: no URI holds a line break. */
export const BETWEEN_RESOURCES = '\n';

/** The resources that the client asks for, each once. */
export const grantedResources = ({ parameters }: Pick<Attempt, 'parameters'>): string[] => [
  ...new Set(parameters.get('resource')?.split(BETWEEN_RESOURCES)),
];

/** RFC 8707 §2: each `resource` is one that the client is registered for: an absolute URI without a fragment. */
export const checkResource: Check = (attempt) =>
  grantedResources(attempt).every((resource) => attempt.client.resources.includes(resource))
    ? undefined
    : refuse('invalid_target', 'resource names one that the client is not registered for.');

import { refuse, type Check } from '../attempt.ts';

/** RFC 9126 §6: a client that is registered to push its requests must do so. Flows have passed this check before. */
export const checkPushed: Check = ({ client, pushed, flow }) =>
  client.requirePushedAuthorizationRequests && !pushed && !flow
    ? refuse('invalid_request', 'This client must push its authorization requests.')
    : undefined;

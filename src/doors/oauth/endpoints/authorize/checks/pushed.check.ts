import { refuse, type Check } from '../attempt.ts';

/**
 * RFC 9126 §6, FAPI 2.0 §5.3.2.2: a client that is registered to push its requests must do so. Flows have passed this check
 * before.
 */
export const checkPushed: Check = ({ client, pushed, flow }) =>
  (client.requirePushedAuthorizationRequests || client.fapi2) && !pushed && !flow
    ? refuse('invalid_request', 'This client must push its authorization requests.')
    : undefined;

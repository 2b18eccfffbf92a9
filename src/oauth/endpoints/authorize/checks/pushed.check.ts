import { refuse, type Check } from '../attempt.ts';

/** RFC 9126 §6: a client registered to push its requests makes them in no other way. Flows began with what passed this. */
export const checkPushed: Check = ({ client, pushed, flow }) =>
  client.requirePushed && !pushed && !flow
    ? refuse('invalid_request', 'The client is registered to push its authorization requests.')
    : undefined;

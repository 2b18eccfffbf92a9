import { refuse, type Check } from '../attempt.ts';

/** RFC 9396 §5: the client may ask for these details, and each is as its type wants it. */
export const checkAuthorizationDetails: Check = ({ detailsFault }) =>
  detailsFault === undefined ? undefined : refuse('invalid_authorization_details', detailsFault);

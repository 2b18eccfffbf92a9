import { refuse, type Check } from '../attempt.ts';

/** OpenID Connect Core §3.1.2.1: `id_token_hint` is an ID token that this server issued, and to this client. */
export const checkIdTokenHint: Check = ({ hintedUserId }) =>
  hintedUserId === null ? refuse('invalid_request', 'id_token_hint is no ID token for this client.') : undefined;

import { refuse, type Check } from '../attempt.ts';

/** OpenID Connect Core §3.1.2.1: `id_token_hint` is an ID token that this server issued to this client. */
export const checkIdTokenHint: Check = ({ hintedUserId }) =>
  hintedUserId === null ? refuse('invalid_request', 'id_token_hint is not an ID token for this client.') : undefined;

import { SCOPES } from '../../kernel/access.ts';
import { byKey } from '../../kernel/database.ts';

/** Joins to grant `g` its user `u` and its client `c`, which foreign keys hold to the grant's customer. */
export const joinHolders = `${byKey('users', 'u', 'g.user_id')}
     ${byKey('clients', 'c', 'g.client_id')}`;

/** A grant `g` with those it is between, for a FROM. */
export const grantAndHolders = `grants g ${joinHolders}`;

/**
 * Whether grant `g` is this one, of this user and session. It is found by its id, whatever the planner knows of the table:
 * a user may have thousands, and no index helps with `is not distinct from`.
 */
export const isGrantOf = (grant: string, user: string, session: string): string =>
  `g.id = ${grant} and g.user_id is not distinct from ${user} and g.session_id is not distinct from ${session}`;

/**
 * What every code and token of a user needs besides its grant's row, wherever one is redeemed or used: a user who may
 * sign in; a client that is still registered for logins, and for some of the scopes and resources that were granted; and
 * the user's consent to all of it, where the client needs one or may administer. A grant whose session, user or client is gone is gone with it.
 */
export const grantStands = `u.is_active and 'authorization_code' = any(c.grant_types) and g.scopes && c.scopes
     and (g.resources = '{}' or g.resources && c.resources)
     and (not c.require_consent and not g.scopes && '{${SCOPES.join()}}' or exists (
       select from consents k
       where k.user_id = g.user_id and k.client_id is not distinct from g.client_id and g.scopes <@ k.scopes offset 0))`;

/**
 * What refresh token `t` needs besides, with its session `s`: it has not expired, the client may use it and something of
 * what it is for; and unless it is for use offline, the login it came of goes on. `now` and `idleSince` are parameters.
 */
export const refreshable = (t: string, now: string, idleSince: string): string =>
  `${t}.expires_at > ${now} and 'refresh_token' = any(c.grant_types) and ${t}.scopes && c.scopes
    and ('offline_access' = any(${t}.scopes) or (s.expires_at > ${now} and s.last_accessed_at > ${idleSince}))`;

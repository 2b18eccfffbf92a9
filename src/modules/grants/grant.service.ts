import type { EntityManager } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../kernel/clock.ts';
import { foreignKeyViolation, type Database } from '../../kernel/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { digest, newSecret } from '../../kernel/secret.ts';
import { Grant } from './grant.entity.ts';
import { endGrants, insertGrant } from './grant.sql.ts';
import { notedBefore } from '../sessions/index.ts';

/** RFC 9700 and FAPI 2.0 want a code to live for a minute at most. */
const CODE_SECONDS = 60;

/** What a user, through a session, lets a client have; the rest binds its code. */
export interface Authorization {
  readonly customerId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly nonce: string | null;
}

/** What is to be given at the moment of a login, and what it was decided by. */
export interface AuthorizationAtLogin extends Omit<Authorization, 'customerId' | 'userId' | 'sessionId'> {
  /** The rows' versions (`xmin`); null where no consent is needed. */
  readonly clientVersion: string;
  readonly consentVersion: string | null;
}

/** A code to be made by the statement that starts its session, as the parameter of `grantingAtLogin`. */
export function codeAtLogin(given: AuthorizationAtLogin, now: Date): { readonly code: string; readonly value: string } {
  const code = newSecret();
  const row = {
    id: newId(now),
    client: given.clientId,
    client_version: given.clientVersion,
    consent_version: given.consentVersion,
    scopes: given.scopes,
    resources: given.resources,
    code_hash: `\\x${digest(code).toString('hex')}`,
    redirect_uri: given.redirectUri,
    code_challenge: given.codeChallenge,
    nonce: given.nonce,
    expires_at: secondsAfter(now, CODE_SECONDS),
  };
  return { code, value: JSON.stringify(row) };
}

/** Writes the grant and its code in one statement and gives the code; null when the session has ended meanwhile. */
export async function issueCode({ db, clock }: Runtime, given: Authorization): Promise<string | null> {
  const now = clock.now();
  const code = newSecret();
  try {
    await db.rows(insertGrant, [
      newId(now),
      given.customerId,
      given.userId,
      given.sessionId,
      given.clientId,
      given.scopes,
      now,
      digest(code),
      given.redirectUri,
      given.codeChallenge,
      given.nonce,
      secondsAfter(now, CODE_SECONDS),
      notedBefore(now),
      given.resources,
    ]);
    return code;
  } catch (fault) {
    if (foreignKeyViolation(fault)) return null;
    throw fault;
  }
}

/** Ends what every application got of the user, refresh tokens included; sessions go on. */
export const endGrantsOf = async (tx: Database, customerId: string, userId: string): Promise<void> => {
  await tx.rows(endGrants, [customerId, userId]);
};

/** Ends, in a unit of work, what the client got of whichever users, where it is for one of the scopes. */
export const endGrantsOfClient = async (
  tx: EntityManager,
  { customerId, id }: { readonly customerId: string; readonly id: string },
  scopes: readonly string[],
): Promise<void> => {
  await tx.nativeDelete(Grant, { customerId, clientId: id, scopes: { $overlap: [...scopes] } });
};

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

import type { EntityManager } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../kernel/clock.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { foreignKeyViolation } from '../../kernel/database.ts';
import { newId } from '../../kernel/ids.ts';
import { digest, newSecret } from '../../kernel/secret.ts';
import { auditRow, type AuditRow } from '../audit/index.ts';
import { notedBefore } from '../sessions/index.ts';
import { Grant } from './grant.entity.ts';
import { insertGrant, type LoginCode, type NewCode } from './grant.hot.sql.ts';

/** RFC 9700 and FAPI 2.0 want a code to live for a minute at most. */
const CODE_SECONDS = 60;

/** What a client is granted, and what its code is bound to. */
type Authorization = Omit<NewCode, 'grantId' | 'codeHash' | 'codeEnd'>;

/** The session that grants it. */
interface GrantingSession {
  readonly customerId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** RFC 8176 names of what the user has proved. */
  readonly amr: readonly string[];
  /** Whether the trail already has the login that leads to this code. */
  readonly isRecorded: boolean;
}

/** What a client is granted at the moment of a login. */
export type AuthorizationAtLogin = Omit<LoginCode, 'grantId' | 'codeHash' | 'codeEnd'>;

function newCode<Given extends Authorization>(given: Given, now: Date) {
  const code = newSecret();
  const row = { ...given, grantId: newId(now), codeHash: digest(code), codeEnd: secondsAfter(now, CODE_SECONDS) };
  return { code, row };
}

/** A code that the statement which starts its session issues; `row` is the parameter of `grantWithLogin`. */
export function codeWithLogin(
  given: AuthorizationAtLogin,
  now: Date,
): { readonly code: string; readonly row: LoginCode } {
  const { code, row } = newCode(given, now);
  return { code, row: { ...row, codeHash: `\\x${row.codeHash.toString('hex')}` } };
}

/**
 * Issues a code with its grant, in one statement. If the user signs in to the client with a session that had no grant of it,
 * the statement records that. Returns null if the session has ended since it was read.
 */
export async function issueCode(
  ctx: RequestContext,
  session: GrantingSession,
  given: Authorization,
): Promise<string | null> {
  const now = ctx.clock.now();
  const { code, row } = newCode(given, now);
  const { customerId, userId, sessionId } = session;
  const event = session.isRecorded ? null : continuedLogin(ctx, session, given.clientId);
  try {
    await ctx.db.rows(insertGrant, {
      customerId,
      userId,
      sessionId,
      ...row,
      now,
      notedBefore: notedBefore(now),
      event,
    });
    return code;
  } catch (fault) {
    if (foreignKeyViolation(fault)) return null;
    throw fault;
  }
}

/** The audit row of a login without a login page: single sign-on. */
const continuedLogin = (
  ctx: RequestContext,
  { customerId, userId, sessionId, amr }: GrantingSession,
  clientId: string,
): AuditRow =>
  auditRow(ctx, {
    action: 'login.continued',
    subjectType: 'user',
    subjectId: userId,
    customerId,
    clientId,
    actor: { type: 'user', id: userId },
    details: { amr, clientId, sessionId },
  });

/** Ends the user's grants, of one client or of all, with their refresh tokens. Sessions go on. */
export const endGrantsOf = async (
  em: EntityManager,
  owner: { readonly customerId: string; readonly userId: string; readonly clientId?: string },
): Promise<void> => {
  await em.nativeDelete(Grant, { ...owner });
};

/** Ends, in a unit of work, the client's grants of any user that include one of the scopes. */
export const endGrantsOfClient = async (
  em: EntityManager,
  { customerId, id }: { readonly customerId: string; readonly id: string },
  scopes: readonly string[],
): Promise<void> => {
  await em.nativeDelete(Grant, { customerId, clientId: id, scopes: { $overlap: [...scopes] } });
};

import type { RequestContext } from '../kernel/context.ts';
import { auditRow, insertAuditRows } from '../modules/audit/index.ts';
import { PasswordService, type PasswordProof } from '../modules/credentials/index.ts';
import { SessionService } from '../modules/sessions/index.ts';

/** Somebody who wants to sign in. */
export interface Candidate {
  readonly customerId: string;
  readonly clientId: string | null;
  readonly email: string;
  readonly password: string;
  /** The secret of the session this browser has had so far. */
  readonly replaces: string | undefined;
}

/**
 * Signs a user in: the password is proved, then the session starts. Gives the session's secret, or null, for which there
 * is one answer whatever the reason; the trail has the reason.
 */
export async function logIn(ctx: RequestContext, candidate: Candidate): Promise<string | null> {
  const proof = await ctx.get(PasswordService).prove(candidate.customerId, candidate.email, candidate.password);
  if (!proof.proved) return refuse(ctx, candidate, proof.userId, proof.reason);
  // A second factor is asked for here, between the password and the session.
  const secret = await startSession(ctx, candidate, proof);
  return secret ?? refuse(ctx, candidate, proof.userId, 'changed_meanwhile');
}

function startSession(
  ctx: RequestContext,
  { customerId, clientId, replaces }: Candidate,
  { userId, passwordHash, upgradedHash }: Extract<PasswordProof, { proved: true }>,
): Promise<string | null> {
  const amr = ['pwd'];
  return ctx.get(SessionService).start({ customerId, userId, amr, passwordHash, upgradedHash, clientId, replaces });
}

async function refuse(
  ctx: RequestContext,
  { customerId, clientId }: Candidate,
  userId: string | null,
  reason: string,
): Promise<null> {
  const event = auditRow(ctx, {
    action: 'login.failed',
    subjectType: 'user',
    // What was typed is not written down: it may be a password in the wrong field.
    subjectId: userId ?? 'unknown',
    customerId,
    details: { reason, ...(clientId !== null && { clientId }) },
  });
  await ctx.db.rows(insertAuditRows, [JSON.stringify([event])]);
  return null;
}

import { permit, type Permit } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { auditRow } from '../audit/index.ts';
import { changePassword, PasswordHasher, PasswordPolicy, PasswordService } from '../credentials/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { passwordOwner } from './password-set.sql.ts';

type PasswordSet = Permit<'password:set'>;

/**
 * Gives a user of the viewer's customer another password, without asking for the one before, ends all their sessions,
 * voids links that would set another, and tells them by mail; returns how many sessions there were. Only the server itself
 * may; `invalid` when the policy refuses the password.
 */
export async function setPassword(ctx: RequestContext, userId: string, password: string): Promise<number> {
  const granted = permit('password:set', ctx.viewer, ({ kind }) => kind === 'system');
  return replacePassword(granted, ctx, userId, password);
}

async function replacePassword(
  { customerId }: PasswordSet,
  ctx: RequestContext,
  userId: string,
  password: string,
): Promise<number> {
  const owner = await ctx.db.first(passwordOwner, [customerId, userId]);
  if (!owner) throw notFound('user');
  const accepted = await ctx.runtime.get(PasswordPolicy).read(password, owner);
  const hash = await ctx.runtime.get(PasswordHasher).hash(accepted);
  const event = auditRow(ctx, { action: 'password.set', subjectType: 'user', subjectId: userId });
  const values = [customerId, userId, hash, ctx.clock.now(), JSON.stringify(event)];
  const outbox = ctx.runtime.get(Outbox);
  const ended = await ctx.db.transaction(async (tx) => {
    if (!(await tx.first(changePassword, values))) throw notFound('user');
    const sessions = await endSessionsOf(tx, customerId, userId);
    const letter = await noticeLetter(ctx, tx, { customerId, userId, ...owner }, { event: 'password_changed' });
    outbox.post(tx.em, letter);
    return sessions;
  });
  outbox.ring();
  await ctx.get(PasswordService).forgetGuesses(customerId, owner.email);
  return ended;
}

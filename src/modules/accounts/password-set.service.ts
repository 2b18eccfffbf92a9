import { permit, type Permit } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { notFound } from '../../ground/kernel/errors.ts';
import { audit } from '../audit/index.ts';
import { changePassword, PasswordHasher, PasswordPolicy, PasswordService } from '../credentials/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { User } from '../users/index.ts';

type PasswordSet = Permit<'password:set'>;

/**
 * Sets the password of a user of the viewer's customer without asking for the current one. Ends all their sessions,
 * voids the links that would set another password, and tells the user by mail. Returns how many sessions it ended. Only
 * the server itself may call it; `invalid` if the policy rejects the password.
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
  const user = await ctx.em
    .fork()
    .findOne(User, { customerId, id: userId }, { populate: ['customer', 'locale', 'timeZone'] });
  if (!user) throw notFound('user');
  const { email, emailVerified, name, username = null, customer, locale, timeZone } = user;
  const owner = {
    customerId,
    userId,
    email,
    emailVerified,
    name,
    username,
    customerName: customer.name,
    locale,
    timeZone,
  };
  const accepted = await ctx.runtime.get(PasswordPolicy).read(password, owner);
  const hash = await ctx.runtime.get(PasswordHasher).hash(accepted);
  const outbox = ctx.runtime.get(Outbox);
  const ended = await ctx.db.transaction(async (tx) => {
    const isChanged = await changePassword(tx.em, { customerId, userId, hash, now: ctx.clock.now() });
    if (!isChanged) throw notFound('user');
    const sessions = await endSessionsOf(tx.em, customerId, userId);
    audit.record(tx.em, ctx, { action: 'password.set', subjectType: 'user', subjectId: userId });
    outbox.post(tx.em, await noticeLetter(ctx, tx.em, owner, { event: 'password_changed' }));
    return sessions;
  });
  outbox.ring();
  await ctx.get(PasswordService).forgetGuesses(owner);
  return ended;
}

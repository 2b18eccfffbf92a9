import { permit, requireProof, type Permit } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { notFound } from '../../ground/kernel/errors.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { audit } from '../audit/index.ts';
import {
  changePassword,
  newTemporaryPassword,
  PasswordHasher,
  PasswordPolicy,
  PasswordService,
} from '../credentials/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { User } from '../users/index.ts';
import { accountPolicy, type TemporaryPasswordSet } from './account.policy.ts';
import { accountErrors } from './errors.ts';

type PasswordSet = Permit<'password:set'>;

/**
 * Sets the password of a user of the viewer's customer without asking for the current one. Ends all their sessions,
 * voids the links that would set another password, and tells the user by mail. Returns how many sessions it ended. Only
 * the server itself may call it; `invalid` if the policy rejects the password.
 */
export async function setPassword(ctx: RequestContext, userId: string, password: string): Promise<number> {
  const granted = permit('password:set', ctx.viewer, ({ kind }) => kind === 'system');
  const user = await findUser(granted, ctx, userId);
  const { email, name, username = null, customer } = user;
  const owner = { email, name, username, customerName: customer.name };
  const accepted = await ctx.runtime.get(PasswordPolicy).read(password, owner);
  return replacePassword(granted, ctx, user, accepted, false);
}

/** A password that is shown once, and its user. */
interface TemporaryPassword {
  readonly password: string;
  readonly user: User;
}

/**
 * Gives a user of the viewer's customer a new password, which signs in for some days, once: the login goes on after the user
 * has replaced it. All else is as in `setPassword`. The viewer must have signed in recently. `conflict` if the customer lets
 * only the user's passkeys sign in.
 */
export async function setTemporaryPassword(ctx: RequestContext, id: string): Promise<TemporaryPassword> {
  const userId = id.toLowerCase();
  const granted = accountPolicy.setTemporaryPassword(ctx.viewer, userId);
  requireProof(granted.viewer, ctx.clock.now());
  const user = await findUser(granted, ctx, userId);
  if (user.customer.passwordSignIn === 'until_passkey' && user.mfaMethods.includes('passkey'))
    throw accountErrors.PASSWORD_UNUSED();
  const password = newTemporaryPassword(ctx.settings.passwords.minLength);
  await replacePassword(granted, ctx, user, password, true);
  return { password, user };
}

const NEEDED = ['customer', 'locale', 'timeZone', 'mfaMethods'] as const;
type Found = Awaited<ReturnType<typeof findUser>>;

async function findUser({ customerId }: PasswordSet | TemporaryPasswordSet, ctx: RequestContext, id: string) {
  const user = isUuid(id) ? await ctx.em.fork().findOne(User, { customerId, id }, { populate: NEEDED }) : null;
  if (!user) throw notFound('user');
  return user;
}

async function replacePassword(
  { customerId }: PasswordSet | TemporaryPasswordSet,
  ctx: RequestContext,
  user: Found,
  password: string,
  isTemporary: boolean,
): Promise<number> {
  const { id: userId, email, emailVerified, name, username, locale, timeZone } = user;
  const reader = { customerId, userId, email, emailVerified, name, locale, timeZone };
  const hash = await ctx.runtime.get(PasswordHasher).hash(password);
  const outbox = ctx.runtime.get(Outbox);
  const ended = await ctx.db.transaction(async (tx) => {
    const change = { customerId, userId, hash, now: ctx.clock.now() };
    if (!(await changePassword(tx.em, change, isTemporary))) throw notFound('user');
    const sessions = await endSessionsOf(tx.em, customerId, userId);
    const action = isTemporary ? 'password.temporary_set' : 'password.set';
    audit.record(tx.em, ctx, { action, subjectType: 'user', subjectId: userId });
    outbox.post(tx.em, await noticeLetter(ctx, tx.em, reader, { event: 'password_changed' }));
    return sessions;
  });
  outbox.ring();
  await ctx.get(PasswordService).forgetGuesses({ customerId, email, username });
  return ended;
}

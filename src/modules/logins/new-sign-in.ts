import type { RequestContext } from '../../ground/kernel/context.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { knownDevice, Throttle } from '../throttle/index.ts';
import type { LoginStarted } from './login.hot.sql.ts';

/** Who signs in, and the device cookie of the browser. */
interface SignIn {
  readonly customerId: string;
  readonly userId: string;
  readonly device: string | undefined;
}

/**
 * Tells a user of a sign-in with a browser in which they have not signed in since the password last changed. The first
 * sign-in of all tells nothing.
 */
export async function mailNewSignIn(
  ctx: RequestContext,
  { customerId, userId, device }: SignIn,
  started: LoginStarted,
): Promise<void> {
  const { runtime } = ctx;
  const outbox = runtime.get(Outbox);
  if (started.loginCount === 1 || outbox.mode === 'off') return;
  if (knownDevice(runtime, userId, device, started.passwordChangedAt) !== null) return;
  if (!(await ctx.get(Throttle).allowsNotice('new-sign-in', userId))) return;
  const reader = { customerId, userId, ...started };
  await outbox.send(await noticeLetter(ctx, runtime.fork(), reader, { event: 'new_sign_in' }));
}

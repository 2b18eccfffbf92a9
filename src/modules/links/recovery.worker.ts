import { anonymous } from '../../kernel/access.ts';
import { secondsAfter } from '../../kernel/clock.ts';
import { RequestContext } from '../../kernel/context.ts';
import { Loop } from '../../jobs/loop.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { audit } from '../audit/index.ts';
import { Outbox } from '../mail/index.ts';
import { emailKey } from '../users/index.ts';
import { findLinkUser } from './link.user.ts';
import { RecoveryBell } from './recovery.bell.ts';
import { sendResetLink } from './recovery.service.ts';
import { takeRequest } from './recovery.hot.sql.ts';

const LOOK_MS = 30_000;

/** Whoever has waited so long has asked again. */
const STALE_SECONDS = 3600;

/**
 * Looks into forgotten passwords, behind the back of whoever asked: where there is such a user, a link is sent. At once
 * when this process noted the request; what a process left that died is taken up by the next look of any other.
 */
export function startRecoveryWorker(runtime: Runtime): { stop(): Promise<void> } {
  const report = (error: unknown): void =>
    runtime.log.error({ err: error }, 'forgotten passwords could not be looked into');
  const work = async (): Promise<void> => {
    while (await lookInto(runtime)) continue;
    runtime.get(Outbox).ring();
  };
  // Without an outbox to watch, nobody else's requests are worth looking for all the time.
  const loop = new Loop(work, runtime.get(Outbox).mode === 'smtp' ? LOOK_MS : null, report);
  const silence = runtime.get(RecoveryBell).onRing(() => loop.wake());
  return {
    stop: () => {
      silence();
      return loop.stop();
    },
  };
}

/** Takes one request and sends its link, or nothing; false when there was none. */
function lookInto(runtime: Runtime): Promise<boolean> {
  return runtime.db.transaction(async (tx) => {
    const request = await tx.first(takeRequest, []);
    if (!request) return false;
    const { customerId, email, ip, requestId, requestedAt } = request;
    if (requestedAt < secondsAfter(runtime.clock.now(), -STALE_SECONDS)) return true;
    const ctx = new RequestContext(runtime, anonymous, { ip, requestId, userAgent: '' });
    const user = await findLinkUser(tx.em, { customerId, emailKey: emailKey(email) });
    if (user?.isActive) {
      await sendResetLink(ctx, tx, user);
      return true;
    }
    audit.record(tx.em, ctx, {
      action: 'password_reset.refused',
      subjectType: 'user',
      subjectId: user?.id ?? 'unknown',
      customerId,
      details: { reason: user ? 'disabled' : 'unknown_user' },
    });
    return true;
  });
}

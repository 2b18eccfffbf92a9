import { anonymous } from '../../kernel/access.ts';
import { secondsAfter } from '../../kernel/clock.ts';
import { RequestContext } from '../../kernel/context.ts';
import { Loop } from '../../jobs/loop.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { audit } from '../audit/index.ts';
import { Outbox } from '../mail/index.ts';
import { emailKey } from '../users/index.ts';
import { findLinkUser } from './link-user.ts';
import { RecoveryBell } from './recovery.bell.ts';
import { sendResetLink } from './recovery.service.ts';
import { takeRequest } from './recovery.hot.sql.ts';

const LOOK_MS = 30_000;

/** Users who have waited so long have asked again. */
const STALE_SECONDS = 3600;

/**
 * Handles recovery requests, apart from the requests that made them. If the user exists, the worker sends a link. It starts
 * at once when this process stored a request. Every process also looks for requests that another one left behind.
 */
export function startRecoveryWorker(runtime: Runtime): { stop(): Promise<void> } {
  const report = (error: unknown): void => runtime.log.error({ err: error }, 'recovery requests could not be handled');
  const work = async (): Promise<void> => {
    while (await handleNext(runtime)) continue;
    runtime.get(Outbox).ring();
  };
  // The development mailbox has one process, which is told of its own requests.
  const loop = new Loop(work, runtime.get(Outbox).mode === 'smtp' ? LOOK_MS : null, report);
  const stopListening = runtime.get(RecoveryBell).onRing(() => loop.wake());
  return {
    stop: () => {
      stopListening();
      return loop.stop();
    },
  };
}

/** Handles one request. Returns false if there was none. */
function handleNext(runtime: Runtime): Promise<boolean> {
  return runtime.db.transaction(async (tx) => {
    const request = await tx.first(takeRequest, {});
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

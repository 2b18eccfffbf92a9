import { anonymous } from '../../ground/kernel/access.ts';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { Loop } from '../../ground/jobs/loop.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { audit } from '../audit/index.ts';
import { Outbox } from '../mail/index.ts';
import { emailKey } from '../users/index.ts';
import { findLinkUsers, type LinkUser } from './link-user.ts';
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

/** So many accounts of several customers get a link by one request. */
const ACCOUNTS_MAX = 5;

/** Handles one request. Returns false if there was none. */
function handleNext(runtime: Runtime): Promise<boolean> {
  return runtime.db.transaction(async (tx) => {
    const request = await tx.first(takeRequest, {});
    if (!request) return false;
    const { customerId, email, ip, requestId, requestedAt, flow } = request;
    if (requestedAt < secondsAfter(runtime.clock.now(), -STALE_SECONDS)) return true;
    const ctx = new RequestContext(runtime, anonymous, { ip, requestId, userAgent: '' });
    const key = emailKey(email);
    const who = customerId ? { customerId, emailKey: key } : { emailKey: key };
    const users = (await findLinkUsers(tx.em, who)).slice(0, ACCOUNTS_MAX);
    for (const user of users) await answer(ctx, tx, user, flow ?? null);
    if (users.length === 0 && customerId) refuse(ctx, tx, { customerId, userId: 'unknown', reason: 'unknown_user' });
    return true;
  });
}

/** Sends a user a link, if they may sign in at all. */
function answer(ctx: RequestContext, tx: Transaction, user: LinkUser, flow: string | null): Promise<void> | void {
  if (user.isActive) return sendResetLink(ctx, tx, user, flow);
  refuse(ctx, tx, { customerId: user.customerId, userId: user.id, reason: 'disabled' });
}

function refuse(
  ctx: RequestContext,
  tx: Transaction,
  { customerId, userId, reason }: { readonly customerId: string; readonly userId: string; readonly reason: string },
): void {
  const event = { action: 'password_reset.refused', subjectType: 'user', subjectId: userId, customerId };
  audit.record(tx.em, ctx, { ...event, details: { reason } });
}

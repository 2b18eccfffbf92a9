import { sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { KEPT_SECONDS } from './mailbox.ts';
import { OutboxMail } from './outbox-mail.entity.ts';

/** How long sent mails, without their bodies, and dead mails are kept. */
const REMEMBERED_SECONDS = 30 * 86_400;

/** The bodies that the development mailbox no longer shows. */
async function eraseBodies({ fork, clock }: Runtime): Promise<void> {
  const shown = { sentAt: { $lt: secondsAfter(clock.now(), -KEPT_SECONDS) }, sealedBody: { $ne: null } };
  await fork().nativeUpdate(OutboxMail, shown, { sealedBody: null });
}

/** Mails that were sent or given up, and bodies that nobody may read any more. */
export const mailSweepers: readonly Sweeper[] = [
  sweeper(
    OutboxMail,
    (before) => ({ createdAt: { $lt: before }, $or: [{ sentAt: { $ne: null } }, { failedAt: { $ne: null } }] }),
    { keptSeconds: REMEMBERED_SECONDS },
  ),
  eraseBodies,
];

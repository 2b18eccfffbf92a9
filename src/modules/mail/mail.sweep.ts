import { secondsAfter } from '../../kernel/clock.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { sweepMails } from './mail.hot.sql.ts';
import { KEPT_SECONDS } from './mailbox.ts';

/** How long sent mails, without their bodies, and dead letters are kept. */
const REMEMBERED_SECONDS = 30 * 86_400;

/** Bodies that nobody may read any more, and mails that are long done. */
export async function sweepOutbox({ db, clock }: Runtime): Promise<void> {
  const now = clock.now();
  await db.rows(sweepMails, [secondsAfter(now, -KEPT_SECONDS), secondsAfter(now, -REMEMBERED_SECONDS)]);
}

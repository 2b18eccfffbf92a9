import { secondsAfter } from '../../kernel/clock.ts';
import { describeError } from '../../kernel/log.ts';
import { Loop } from '../../kernel/loop.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { newBytes } from '../../kernel/secret.ts';
import { claimMails, markFailed, markSent, sweepMails, type ClaimedMail } from './mail.sql.ts';
import { CONNECTIONS, describeFailure, openTransport, type Transport } from './mail.transport.ts';
import { KEPT_SECONDS } from './mailbox.ts';
import { Outbox } from './outbox.ts';

const LOOK_MS = 5_000;
const SWEEP_MS = 3_600_000;
const STOP_MS = 10_000;

/** A mail claimed so long ago was claimed by a process that is gone; longer than any mail can take. */
const LEASE_SECONDS = 300;

/** After this many attempts, over about a day, a mail is a dead letter. */
const ATTEMPTS = 10;
const FIRST_DELAY_SECONDS = 30;
const DELAY_MAX_SECONDS = 6 * 3600;

/** How long sent mails, without their bodies, and dead letters are kept. */
const REMEMBERED_SECONDS = 30 * 86_400;

/** What sends the mails of this process. */
export interface MailWorker {
  /** Looks for mails that are due, now. */
  wake(): void;
  /** Lets mails under way arrive, for a few seconds, and sends no more. */
  stop(): Promise<void>;
}

/**
 * Sends what the outbox holds, at once when this process writes a mail, and otherwise within seconds; several nodes may
 * do so at a time. A mail is marked as sent after the mail server took it: a process that dies in between has it sent
 * again, under the same Message-ID, by which receivers know it.
 */
export function startMailWorker(runtime: Runtime): MailWorker {
  const { log } = runtime;
  const report = (error: unknown): void => log.error({ err: describeError(error) }, 'the outbox could not be read');
  const sweeper = new Loop(() => sweep(runtime), SWEEP_MS, report);
  const { smtpUrl } = runtime.settings.mail;
  if (!smtpUrl) return { wake: () => {}, stop: () => sweeper.stop() };

  const outbox = runtime.get(Outbox);
  const transport = openTransport(runtime, smtpUrl);
  let stopping = false;
  const loop = new Loop(() => sendDue(runtime, transport, () => stopping), LOOK_MS, report);
  const silence = outbox.onRing(() => loop.wake());
  return {
    wake: () => loop.wake(),
    stop: async () => {
      stopping = true;
      silence();
      const deadline = setTimeout(() => transport.close(), STOP_MS);
      await Promise.all([loop.stop(), sweeper.stop()]);
      clearTimeout(deadline);
      transport.close();
    },
  };
}

async function sendDue(runtime: Runtime, transport: Transport, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const now = runtime.clock.now();
    const claimed = await runtime.db.rows(claimMails, [now, CONNECTIONS, secondsAfter(now, LEASE_SECONDS)]);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((mail) => deliver(runtime, transport, mail)));
  }
}

async function deliver(runtime: Runtime, transport: Transport, mail: ClaimedMail): Promise<void> {
  const { db, clock, log } = runtime;
  const { id, to, subject, attempts, kind } = mail;
  const body = mail.sealedBody && runtime.get(Outbox).open(mail.sealedBody);
  try {
    if (!body) throw new Error('The body cannot be opened: it was sealed with another SECRET_KEY.');
    await transport.send({ id, to, subject, ...body });
  } catch (error) {
    const retryAt = attempts >= ATTEMPTS ? null : secondsAfter(clock.now(), delayAfter(attempts));
    const reason = describeFailure(error);
    log.warn({ mailId: id, kind, attempts, reason, dead: retryAt === null }, 'a mail could not be sent');
    await db.rows(markFailed, [id, attempts, retryAt, clock.now(), reason]);
    return;
  }
  await db.rows(markSent, [id, attempts, clock.now()]);
}

/** Three times longer after every attempt up to a limit, a fifth more or less so that mails do not come in waves. */
function delayAfter(attempts: number): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 3 ** (attempts - 1), DELAY_MAX_SECONDS);
  return delay * (0.8 + (0.4 * newBytes(1)[0]!) / 255);
}

async function sweep({ db, clock }: Runtime): Promise<void> {
  const now = clock.now();
  await db.rows(sweepMails, [secondsAfter(now, -KEPT_SECONDS), secondsAfter(now, -REMEMBERED_SECONDS)]);
}

import { Courier, type Failure } from '../../jobs/courier.ts';
import type { DueRow } from '../../jobs/due.sql.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { claimMails, dueMails, markFailed, markSent, type ClaimedMail } from './mail.sql.ts';
import { CONNECTIONS, describeFailure, openTransport, type Transport } from './mail.transport.ts';
import { Outbox } from './outbox.ts';

const LOOK_MS = 5_000;
const STOP_MS = 10_000;

/** Of the connections, so many are for mails to one domain, whichever customer they are of. */
const LANES_OF_DOMAIN = 2;

/** What sends the mails of this process. */
export interface MailWorker {
  /** Looks for mails that are due, now. */
  wake(): void;
  /** Lets mails under way arrive, for a few seconds, and sends no more. */
  stop(): Promise<void>;
}

/**
 * Sends what the outbox holds, at once when this process writes a mail. A process that dies between the mail server's yes
 * and the note of it has the mail sent again, under the same Message-ID, by which receivers know it.
 */
export function startMailWorker(runtime: Runtime): MailWorker {
  const { smtpUrl } = runtime.settings.mail;
  if (!smtpUrl) return { wake: () => {}, stop: () => Promise.resolve() };

  const transport = openTransport(runtime, smtpUrl);
  const courier = sendBy(runtime, transport);
  const silence = runtime.get(Outbox).onRing(() => courier.wake());
  return {
    wake: () => courier.wake(),
    stop: async () => {
      silence();
      const deadline = setTimeout(() => transport.close(), STOP_MS);
      await courier.stop();
      clearTimeout(deadline);
      transport.close();
    },
  };
}

function sendBy(runtime: Runtime, transport: Transport): Courier<ClaimedMail, DueRow> {
  const { db, log } = runtime;
  const round = {
    due: dueMails,
    limits: ({ customerId, line }: DueRow) => [
      { key: `domain ${line}`, most: LANES_OF_DOMAIN },
      { key: `customer ${customerId}`, most: CONNECTIONS - 1 },
    ],
    claim: (ids: readonly string[], now: Date, until: Date) => db.rows(claimMails, [ids, now, until]),
    deliver: async ({ id, to, subject, sealedBody }: ClaimedMail) => {
      const body = sealedBody && runtime.get(Outbox).open(sealedBody);
      if (!body) throw new Error('The body cannot be opened: it was sealed with another SECRET_KEY.');
      await transport.send({ id, to, subject, ...body });
    },
    delivered: ({ id, attempts }: ClaimedMail, now: Date) => db.rows(markSent, [id, attempts, now]),
    failed: ({ id, kind, attempts }: ClaimedMail, { error, now, retryAt }: Failure) => {
      const reason = describeFailure(error);
      log.warn({ mailId: id, kind, attempts, reason, dead: retryAt === null }, 'a mail could not be sent');
      return db.rows(markFailed, [id, attempts, retryAt, now, reason]);
    },
  };
  return new Courier(runtime, round, { everyMs: LOOK_MS, lanes: CONNECTIONS, lanesOfLine: LANES_OF_DOMAIN });
}

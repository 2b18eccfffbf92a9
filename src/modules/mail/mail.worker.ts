import { Courier, type Failure } from '../../ground/jobs/courier.ts';
import type { DueRow } from '../../ground/jobs/due.hot.sql.ts';
import { tracedApart } from '../../ground/kernel/activity.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { Tracing } from '../../ground/kernel/tracing.ts';
import { Brands } from '../branding/index.ts';
import { mails, type ClaimedMail } from './mail.hot.sql.ts';
import { CONNECTIONS, describeFailure, openTransport, type Transport } from './mail-transport.ts';
import { OutboxMail } from './outbox-mail.entity.ts';
import { Outbox } from './outbox.ts';

const LOOK_MS = 5_000;
const STOP_MS = 10_000;

/** How many of the connections may send to one domain, whichever customer the mails are from. */
const LANES_OF_DOMAIN = 2;

/** Sends the mails of this process. */
export interface MailWorker {
  /** Looks for due mails now. */
  wake(): void;
  /** Sends no more mails, and waits a few seconds for those in progress. */
  stop(): Promise<void>;
}

/**
 * Sends the mails of the outbox, at once when this process writes one. If the process dies before it has marked a sent mail,
 * the mail is sent again under the same Message-ID, by which receivers recognize it.
 */
export function startMailWorker(runtime: Runtime): MailWorker {
  const { smtpUrl } = runtime.settings.mail;
  if (!smtpUrl) return { wake: () => {}, stop: () => Promise.resolve() };

  const transport = openTransport(runtime, smtpUrl);
  const courier = sendBy(runtime, transport);
  return {
    wake: () => courier.wake(),
    stop: async () => {
      const deadline = setTimeout(() => transport.close(), STOP_MS);
      await courier.stop();
      clearTimeout(deadline);
      transport.close();
    },
  };
}

function sendBy(runtime: Runtime, transport: Transport): Courier<ClaimedMail, DueRow, OutboxMail> {
  const outbox = runtime.get(Outbox);
  const tracing = runtime.get(Tracing);
  const round = {
    statements: mails,
    rows: { entity: OutboxMail, done: 'sent', alsoDone: { sealedBody: null } },
    bell: outbox,
    limits: ({ customerId, line }: DueRow) => [
      { key: `domain ${line}`, most: LANES_OF_DOMAIN },
      { key: `customer ${customerId}`, most: CONNECTIONS - 1 },
    ],
    deliver: async ({ id, customerId, kind, to, subject, sealedBody }: ClaimedMail) => {
      const body = sealedBody && outbox.open(sealedBody);
      if (!body) throw new Error('The body cannot be opened: it was sealed with another SECRET_KEY.');
      const brand = await runtime.get(Brands).find(customerId);
      const mail = { id, to, subject, ...body, senderName: brand?.isNamed ? brand.name : null };
      await tracedApart(tracing, 'send mail', { 'guildhall.mail.kind': kind }, () => transport.send(mail));
    },
    describe: describeFailure,
    failed: ({ id, kind, attempts }: ClaimedMail, failure: Failure) =>
      runtime.log.warn({ mailId: id, kind, attempts, ...failure }, 'a mail could not be sent'),
  };
  return new Courier(runtime, round, { everyMs: LOOK_MS, lanes: CONNECTIONS, lanesOfLine: LANES_OF_DOMAIN });
}

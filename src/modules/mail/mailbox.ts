import { secondsAfter } from '../../ground/kernel/clock.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { OutboxMail } from './outbox-mail.entity.ts';
import { Outbox } from './outbox.ts';

/** How long the development mailbox keeps mails. */
export const KEPT_SECONDS = 7 * 86_400;

/** The most mails that its list shows. */
const LIST_MAX = 200;

/** A mail of the development mailbox. */
export interface KeptMail extends OutboxMail {
  readonly sentAt: Date;
}

/** The mails that are kept instead of sent, newest first. Empty if this server sends mails. */
export async function keptMails(runtime: Runtime): Promise<KeptMail[]> {
  if (!keeps(runtime)) return [];
  const options = { orderBy: { id: 'desc' }, limit: LIST_MAX } as const;
  return (await runtime.fork().find(OutboxMail, kept(runtime), options)) as KeptMail[];
}

/** A mail with its two parts. */
type MailWithParts = KeptMail & { readonly text: string; readonly html: string };

/** One of them with its parts. */
export async function keptMail(runtime: Runtime, id: string): Promise<MailWithParts | null> {
  if (!keeps(runtime) || !isUuid(id)) return null;
  const mail = await runtime.fork().findOne(OutboxMail, { id, ...kept(runtime) }, { populate: ['sealedBody'] });
  const body = mail?.sealedBody && runtime.get(Outbox).open(mail.sealedBody);
  return body ? (Object.assign(mail, { text: body.text, html: body.html }) as MailWithParts) : null;
}

const keeps = (runtime: Runtime): boolean => runtime.get(Outbox).mode === 'mailbox';

const kept = ({ clock }: Runtime) => ({
  sealedBody: { $ne: null },
  sentAt: { $gte: secondsAfter(clock.now(), -KEPT_SECONDS) },
});

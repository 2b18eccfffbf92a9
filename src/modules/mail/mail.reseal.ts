import { reseal, type Resealed } from '../../ground/kernel/reseal.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { OutboxMail } from './outbox-mail.entity.ts';
import { PURPOSE } from './outbox.ts';

/** Seals the bodies of mails with SECRET_KEY. */
export const resealMails = (runtime: Runtime): Promise<Resealed> =>
  reseal(runtime, { entity: OutboxMail, property: 'sealedBody', purpose: PURPOSE });

import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { OutboxMail } from './outbox-mail.entity.ts';

/** The mails of the viewer's customer by id. */
export const mailLoader = entityLoader(OutboxMail);

/**
 * Mail, by a transactional outbox. Other modules store a mail together with the change that it reports, and a worker sends
 * it. Bodies contain one-time links, so they are encrypted, and erased after sending. `views/mail` has the texts, and
 * `links` owns the links. In development without SMTP_URL nothing is sent, and the mailbox page shows the mails.
 */
export { mailListing } from './mail.filter.ts';
export { OutboxMail } from './outbox-mail.entity.ts';
export { startMailWorker } from './mail.worker.ts';
export { keptMail, keptMails } from './mailbox.ts';
export { noticeLetter } from './notice.ts';
export { Outbox, type Letter } from './outbox.ts';
export { mailReader } from './mail-reader.ts';

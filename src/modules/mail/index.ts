/**
 * Mail, by a transactional outbox: whoever has something to tell posts the mail with the change it tells of,
 * and a worker sends it when there is a server to take it. Bodies hold one-time links, so they are sealed at rest and
 * erased once sent. What mails say stands in `views/mail`, what their links do with those who make them. In development
 * without SMTP_URL nothing is sent: the mails are kept for the mailbox page.
 */
export { resealMails } from './mail.reseal.ts';
export { MailResolver } from './mail.resolver.ts';
export { startMailWorker } from './mail.worker.ts';
export { keptMail, keptMails } from './mailbox.ts';
export { noticeLetter } from './notice.ts';
export { Outbox, type Letter } from './outbox.ts';
export { sweepOutbox } from './mail.sweep.ts';

import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type MailRead = Permit<'mail:read'>;
export type MailResend = Permit<'mail:resend'>;

/** Who may see the outbox, and send a mail again. */
export const mailPolicy = {
  read: (viewer: Viewer): MailRead => permit('mail:read', viewer, (known) => administers(known, 'admin', 'inspection')),
  resend: (viewer: Viewer): MailResend => permit('mail:resend', viewer, (known) => administers(known, 'admin')),
};

import { permit, type Permit, type SignedIn, type Viewer } from '../../kernel/access.ts';

export type MailRead = Permit<'mail:read'>;
export type MailResend = Permit<'mail:resend'>;

const administers = (viewer: SignedIn): boolean =>
  viewer.kind === 'system' ||
  (viewer.kind === 'user' && viewer.role === 'admin') ||
  (viewer.kind === 'client' && viewer.scopes.has('admin'));

/** Who may look into the outbox: administrators, and clients that are as much. */
export const mailPolicy = {
  read: (viewer: Viewer): MailRead => permit('mail:read', viewer, administers),
  resend: (viewer: Viewer): MailResend => permit('mail:resend', viewer, administers),
};

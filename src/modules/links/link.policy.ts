import {
  administers,
  administersAccount,
  expandScopes,
  isSelf,
  permit,
  type Permit,
  type Viewer,
} from '../../kernel/access.ts';
import type { Standing } from './link.hot.sql.ts';

export type InvitationRead = Permit<'invitation:read'>;
export type InvitationWrite = Permit<'invitation:write'>;
export type RecoveryStart = Permit<'recovery:start'>;
export type EmailChangeStart = Permit<'email-change:start'>;

/** Who may start what ends with a link in somebody's mail. What comes of it, the link's owner decides. */
export const linkPolicy = {
  readInvitations: (viewer: Viewer): InvitationRead =>
    permit('invitation:read', viewer, (known) => administers(known, 'read')),
  /** Whom, only their role can tell; a member where nobody is known yet. */
  invite: (viewer: Viewer, role = 'member'): InvitationWrite =>
    permit('invitation:write', viewer, (known) => administersAccount(known, 'write', role)),
  startRecovery: (viewer: Viewer, role = 'member'): RecoveryStart =>
    permit('recovery:start', viewer, (known) => administersAccount(known, 'write', role)),
  verifyEmail: (viewer: Viewer, userId: string, role = 'member'): RecoveryStart =>
    permit('recovery:start', viewer, (known) => administersAccount(known, 'write', role) || isSelf(known, userId)),
  // Who gives somebody another address can have their password reset, and so takes the account.
  changeEmail: (viewer: Viewer): EmailChangeStart =>
    permit('email-change:start', viewer, (known) => administers(known, 'admin')),
  /** The same of whoever asked, when the change is to happen. Links made before that was noted name nobody. */
  mayStillChangeEmail: ({ role, scopes }: Standing): boolean =>
    role === 'admin' || expandScopes(scopes ?? []).has('admin'),
  changeOwnEmail: (viewer: Viewer): EmailChangeStart =>
    permit('email-change:start', viewer, (known) => known.kind === 'user'),
};

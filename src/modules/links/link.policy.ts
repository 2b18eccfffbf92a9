import {
  administers,
  administersAccount,
  expandScopes,
  isSelf,
  MEMBER,
  permit,
  scopesOf,
  type Permit,
  type Standing,
  type Viewer,
} from '../../ground/kernel/access.ts';
import type { RequesterRights } from './link.hot.sql.ts';

export type InvitationRead = Permit<'invitation:read'>;
export type InvitationWrite = Permit<'invitation:write'>;
export type RecoveryStart = Permit<'recovery:start'>;
export type EmailChangeStart = Permit<'email-change:start'>;

/** Who may have a link sent to a user. Only the user can then use it. */
export const linkPolicy = {
  readInvitations: (viewer: Viewer): InvitationRead =>
    permit('invitation:read', viewer, (known) => administers(known, 'read', 'support')),
  /** `of` is what the invited user is. Before the user is known, the check is the one for a member. */
  invite: (viewer: Viewer, of: Standing = MEMBER): InvitationWrite =>
    permit('invitation:write', viewer, (known) => administersAccount(known, 'write', of)),
  startRecovery: (viewer: Viewer, of: Standing = MEMBER): RecoveryStart =>
    permit('recovery:start', viewer, (known) => administersAccount(known, 'write', of)),
  verifyEmail: (viewer: Viewer, userId: string, of: Standing = MEMBER): RecoveryStart =>
    permit('recovery:start', viewer, (known) => administersAccount(known, 'write', of) || isSelf(known, userId)),
  // A new address can receive a password reset. So whoever can set the address can take the account.
  changeEmail: (viewer: Viewer): EmailChangeStart =>
    permit('email-change:start', viewer, (known) => administers(known, 'admin')),
  /** Whether the requester of a change of address could still ask for it. Old links have no requester, and fail. */
  mayStillChangeEmail: ({ role, scopes }: RequesterRights): boolean =>
    (role !== null && scopesOf({ ...MEMBER, role }).includes('admin')) || expandScopes(scopes ?? []).has('admin'),
  changeOwnEmail: (viewer: Viewer): EmailChangeStart =>
    permit('email-change:start', viewer, (known) => known.kind === 'user'),
};

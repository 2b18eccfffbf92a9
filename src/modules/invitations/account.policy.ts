import { expandScopes, permit, type Permit, type Role, type SignedIn, type Viewer } from '../../kernel/access.ts';
import type { Standing } from './link.sql.ts';

export type InvitationRead = Permit<'invitation:read'>;
export type InvitationWrite = Permit<'invitation:write'>;
export type AccountCreate = Permit<'account:create'>;
export type RecoveryStart = Permit<'recovery:start'>;
export type EmailChangeStart = Permit<'email-change:start'>;

const administers = (viewer: SignedIn): boolean =>
  viewer.kind === 'system' || (viewer.kind === 'user' && viewer.role === 'admin');

const holds = (viewer: SignedIn, scope: 'read' | 'write' | 'admin'): boolean =>
  viewer.kind === 'client' && viewer.scopes.has(scope);

const isSelf = (viewer: SignedIn, userId: string): boolean => viewer.kind === 'user' && viewer.userId === userId;

/** Who may start what ends with a link in somebody's mail: whoever may change users. What comes of it, the link's owner decides. */
export const accountPolicy = {
  readInvitations: (viewer: Viewer): InvitationRead =>
    permit('invitation:read', viewer, (known) => holds(known, 'read') || administers(known)),
  invite: (viewer: Viewer): InvitationWrite =>
    permit('invitation:write', viewer, (known) => holds(known, 'write') || administers(known)),
  /** Before anything is said of the input; what users may be made is for the users' own policy. */
  create: (viewer: Viewer): AccountCreate =>
    permit('account:create', viewer, (known) => holds(known, 'write') || administers(known)),
  startRecovery: (viewer: Viewer): RecoveryStart =>
    permit('recovery:start', viewer, (known) => holds(known, 'write') || administers(known)),
  verifyEmail: (viewer: Viewer, userId: string): RecoveryStart =>
    permit('recovery:start', viewer, (known) => holds(known, 'write') || administers(known) || isSelf(known, userId)),
  // Who gives an administrator another address can have their password reset: that takes an administrator's right.
  changeEmail: (viewer: Viewer, role: string): EmailChangeStart =>
    permit('email-change:start', viewer, (known) => {
      if (administers(known) || holds(known, 'admin')) return true;
      return holds(known, 'write') && role === 'member';
    }),
  /** The same of whoever asked, when the change is to happen. Links made before that was noted name nobody. */
  mayStillChangeEmail: ({ role, scopes }: Standing, ofRole: Role): boolean => {
    const held = expandScopes(scopes ?? []);
    return role === 'admin' || held.has('admin') || (held.has('write') && ofRole === 'member');
  },
  changeOwnEmail: (viewer: Viewer): EmailChangeStart =>
    permit('email-change:start', viewer, (known) => known.kind === 'user'),
};

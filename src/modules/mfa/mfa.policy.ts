import {
  administersAccount,
  isSelf,
  MEMBER,
  permit,
  userOf,
  type Permit,
  type Standing,
  type UserViewer,
  type Viewer,
} from '../../ground/kernel/access.ts';

export type MfaManage = Permit<'mfa:manage'>;
export type MfaReset = Permit<'mfa:reset'>;

/** Users manage their own second factors. Administrators can remove those of others, the help desk those of members. */
export const mfaPolicy = {
  manage: (viewer: Viewer): MfaManage & { readonly viewer: UserViewer } => {
    const user = userOf(viewer);
    return { ...permit('mfa:manage', user, () => true), viewer: user };
  },
  // Users remove their own factor with a code; otherwise a stolen token would be enough. A client cannot prove a login.
  // Before the user is known, the check is the one for a member.
  reset: (viewer: Viewer, userId: string, of: Standing = MEMBER): MfaReset =>
    permit(
      'mfa:reset',
      viewer,
      (known) => known.kind !== 'client' && administersAccount(known, 'admin', of) && !isSelf(known, userId),
    ),
};

import {
  administers,
  isSelf,
  permit,
  userOf,
  type Permit,
  type UserViewer,
  type Viewer,
} from '../../ground/kernel/access.ts';

export type MfaManage = Permit<'mfa:manage'>;
export type MfaReset = Permit<'mfa:reset'>;

/** Users manage their own second factors. Administrators can remove those of others. */
export const mfaPolicy = {
  manage: (viewer: Viewer): MfaManage & { readonly viewer: UserViewer } => {
    const user = userOf(viewer);
    return { ...permit('mfa:manage', user, () => true), viewer: user };
  },
  // Users remove their own factor with a code; otherwise a stolen token would be enough. A client cannot prove a login.
  reset: (viewer: Viewer, userId: string): MfaReset =>
    permit(
      'mfa:reset',
      viewer,
      (known) => known.kind !== 'client' && administers(known, 'admin') && !isSelf(known, userId),
    ),
};

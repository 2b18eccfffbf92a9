import { administers, isSelf, permit, userOf, type Permit, type UserViewer, type Viewer } from '../../kernel/access.ts';

export type MfaManage = Permit<'mfa:manage'>;
export type MfaReset = Permit<'mfa:reset'>;

/** Who may do what to second factors: users to their own, administrators take away those of others. */
export const mfaPolicy = {
  manage: (viewer: Viewer): MfaManage & { readonly viewer: UserViewer } => {
    const user = userOf(viewer);
    return { ...permit('mfa:manage', user, () => true), viewer: user };
  },
  // One's own takes a code: else a stolen token would be enough. A client has nobody who could prove who they are.
  reset: (viewer: Viewer, userId: string): MfaReset =>
    permit(
      'mfa:reset',
      viewer,
      (known) => known.kind !== 'client' && administers(known, 'admin') && !isSelf(known, userId),
    ),
};

import { permit, signedIn, type Permit, type UserViewer, type Viewer } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';

export type MfaManage = Permit<'mfa:manage'>;
export type MfaReset = Permit<'mfa:reset'>;

/** Who may do what to second factors: users to their own, administrators take away those of others. */
export const mfaPolicy = {
  manage: (viewer: Viewer): MfaManage & { readonly viewer: UserViewer } => {
    const known = signedIn(viewer);
    if (known.kind !== 'user')
      throw new AppError('forbidden', 'USER_REQUIRED', 'This is about the user who asks, and a client is none.');
    return { ...permit('mfa:manage', viewer, () => true), viewer: known };
  },
  // One's own takes a code: else a stolen token would be enough.
  reset: (viewer: Viewer, userId: string): MfaReset =>
    permit(
      'mfa:reset',
      viewer,
      (known) =>
        known.kind === 'system' || (known.kind === 'user' && known.role === 'admin' && known.userId !== userId),
    ),
};

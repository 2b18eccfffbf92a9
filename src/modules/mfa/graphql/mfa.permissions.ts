import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { requireReach } from '../../../ground/kernel/access.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import type { User } from '../../users/index.ts';
import { mfaPolicy } from '../mfa.policy.ts';
import type { Passkey } from '../passkey.entity.ts';

export const mfaPermissions = [
  viewerCan<Passkey>('Passkey', { renamePasskey: mayManage, removePasskey: mayManage }),
  viewerCan<User>('User', { resetUserMfa: ({ viewer }, user) => mfaPolicy.reset(viewer, user.id, user) }),
  viewerCan('Viewer', {
    startMfaSetup: ({ viewer }) => mfaPolicy.manage(viewer),
    verifyMfaSetup: ({ viewer }) => mfaPolicy.manage(viewer),
    disableMfa: ({ viewer }) => mfaPolicy.manage(viewer),
    regenerateBackupCodes: ({ viewer }) => mfaPolicy.manage(viewer),
    renamePasskey: ({ viewer }) => mfaPolicy.manage(viewer),
    removePasskey: ({ viewer }) => mfaPolicy.manage(viewer),
  }),
];

/** Passkeys are their user's alone. */
function mayManage({ viewer }: RequestContext, passkey: Passkey): void {
  requireReach(passkey, { userId: mfaPolicy.manage(viewer).viewer.userId });
}

import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { userLoader, type User } from '../../users/index.ts';
import type { Invitation } from '../invitation.entity.ts';
import { linkPolicy } from '../link.policy.ts';

export const linkPermissions = [
  viewerCan<Invitation>('Invitation', { resendInvitation: mayInvite, revokeInvitation: mayInvite }),
  viewerCan<User>('User', {
    inviteUser: ({ viewer }, { role }) => linkPolicy.invite(viewer, role),
    requestPasswordReset: ({ viewer }, { role }) => linkPolicy.startRecovery(viewer, role),
    requestEmailVerification: ({ viewer }, { id, role }) => linkPolicy.verifyEmail(viewer, id, role),
    requestEmailChange: ({ viewer }) => linkPolicy.changeEmail(viewer),
  }),
  viewerCan('Viewer', {
    readInvitations: ({ viewer }) => linkPolicy.readInvitations(viewer),
    inviteUsers: ({ viewer }) => linkPolicy.invite(viewer),
    requestOwnEmailChange: ({ viewer }) => linkPolicy.changeOwnEmail(viewer),
  }),
];

/** The role of the invited user counts, so it is read. */
async function mayInvite(ctx: RequestContext, { userId }: Invitation): Promise<void> {
  linkPolicy.invite(ctx.viewer);
  const user = await ctx.loader(userLoader).load(userId);
  linkPolicy.invite(ctx.viewer, user?.role);
}

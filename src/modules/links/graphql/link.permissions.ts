import { MEMBER } from '../../../ground/kernel/access.ts';
import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { userLoader, type User } from '../../users/index.ts';
import type { Invitation } from '../invitation.entity.ts';
import { linkPolicy } from '../link.policy.ts';

export const linkPermissions = [
  viewerCan<Invitation>('Invitation', { resendInvitation: mayInvite, revokeInvitation: mayInvite }),
  viewerCan<User>('User', {
    inviteUser: ({ viewer }, user) => linkPolicy.invite(viewer, user),
    requestPasswordReset: ({ viewer }, user) => linkPolicy.startRecovery(viewer, user),
    requestEmailVerification: ({ viewer }, user) => linkPolicy.verifyEmail(viewer, user.id, user),
    requestEmailChange: ({ viewer }) => linkPolicy.changeEmail(viewer),
  }),
  viewerCan('Viewer', {
    readInvitations: ({ viewer }) => linkPolicy.readInvitations(viewer),
    inviteUsers: ({ viewer }) => linkPolicy.invite(viewer),
    requestOwnEmailChange: ({ viewer }) => linkPolicy.changeOwnEmail(viewer),
  }),
];

/** It counts what the invited user administers, so they are read. */
async function mayInvite(ctx: RequestContext, { userId }: Invitation): Promise<void> {
  linkPolicy.invite(ctx.viewer);
  const user = await ctx.loader(userLoader).load(userId);
  linkPolicy.invite(ctx.viewer, user ?? MEMBER);
}

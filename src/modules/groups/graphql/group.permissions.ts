import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import type { Group } from '../group.entity.ts';
import { groupPolicy } from '../group.policy.ts';
import { requireReachOf } from '../lending.ts';

export const groupPermissions = [
  viewerCan<Group>('Group', {
    updateGroup: mayWrite,
    deleteGroup: mayDelete,
    addGroupMembers: mayWrite,
    removeGroupMembers: mayDelete,
    addMemberGroups: mayWrite,
    removeMemberGroups: mayDelete,
  }),
  viewerCan('Viewer', {
    readGroups: ({ viewer }) => groupPolicy.read(viewer),
    createGroup: ({ viewer, settings }) => groupPolicy.write(viewer, settings.groups),
    createGroups: ({ viewer, settings }) => groupPolicy.write(viewer, settings.groups),
    updateGroups: ({ viewer, settings }) => groupPolicy.write(viewer, settings.groups),
    deleteGroups: ({ viewer, settings }) => groupPolicy.delete(viewer, settings.groups),
    addUsersToGroups: ({ viewer, settings }) => groupPolicy.write(viewer, settings.groups),
    removeUsersFromGroups: ({ viewer, settings }) => groupPolicy.delete(viewer, settings.groups),
  }),
];

function mayWrite(ctx: RequestContext, group: Group): Promise<void> {
  return requireReachOf(ctx, groupPolicy.write(ctx.viewer, ctx.settings.groups), group);
}

function mayDelete(ctx: RequestContext, group: Group): Promise<void> {
  return requireReachOf(ctx, groupPolicy.delete(ctx.viewer, ctx.settings.groups), group);
}

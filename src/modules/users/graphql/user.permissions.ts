import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import type { User } from '../user.entity.ts';
import { userPolicy } from '../user.policy.ts';
import { userNode } from './user.node.ts';

export const userPermissions = [
  viewerCan<User>('User', {
    updateUser: ({ viewer }, user) => userPolicy.update(viewer, user.id, {}, user),
    deleteUser: ({ viewer }) => userPolicy.delete(viewer),
  }),
  viewerCan('Viewer', {
    readUsers: ({ viewer }) => userPolicy.read(viewer),
    updateUsers: ({ viewer }) => userPolicy.changeMany(viewer, {}),
    enableUsers: ({ viewer }) => userPolicy.changeMany(viewer, {}),
    disableUsers: ({ viewer }) => userPolicy.changeMany(viewer, {}),
    setUserRoles: ({ viewer }) => userPolicy.changeMany(viewer, { role: 'member' }),
    deleteUsers: ({ viewer }) => userPolicy.delete(viewer),
  }),
];

/** What the viewer may change about a user. */
@Resolver(() => userNode.Permissions)
export class UserFieldsResolver {
  @FieldResolver(() => [String], {
    description: 'The fields of `UpdateUserInput` that the viewer may set, for example to disable fields of a form.',
  })
  updateUserFields(@Root() user: User, @Ctx() { viewer }: RequestContext): string[] {
    return userPolicy.changeable(viewer, user);
  }
}

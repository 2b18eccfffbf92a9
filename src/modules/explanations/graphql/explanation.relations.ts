import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, findNode, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { Node } from '../../../ground/kernel/graphql/types.ts';
import { RoleAssignmentService } from '../../roles/index.ts';
import type { Step } from '../paths.ts';
import { AccessStepType } from './explanation.type.ts';

const NODES = { user: 'User', group: 'Group', client: 'Client', scope: 'ApiScope' } as const;

/** What the steps of paths lead to. */
@Resolver(() => AccessStepType)
export class AccessStepRelations {
  @FieldResolver(() => Node, {
    nullable: true,
    description:
      'The user, group, client, role or scope. Users see the roles that they have. Null if the viewer may not see it, or it was just deleted.',
  })
  async node(@Root() { kind, nodeId }: Step, @Ctx() ctx: RequestContext): Promise<object | null> {
    if (kind !== 'role') return findNode(ctx, NODES[kind], nodeId);
    const role = await ctx.get(RoleAssignmentService).roleOf({ roleId: nodeId });
    return role && { ...role, __typename: 'AccessRole' };
  }

  @FieldResolver(nodeType('Organization'), {
    nullable: true,
    description: 'The organization for which the role is assigned. Null for everywhere, and for other steps.',
  })
  async organization(@Root() { organizationId }: Step, @Ctx() ctx: RequestContext) {
    return organizationId ? find(ctx, 'Organization', organizationId) : null;
  }
}

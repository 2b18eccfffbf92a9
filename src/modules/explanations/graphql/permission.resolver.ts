import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, findNode, nodeType } from '../../../ground/kernel/graphql/node.ts';
import type { SubjectKind } from '../../access/index.ts';
import type { ApiScope } from '../../apis/api-scope.entity.ts';
import { ApiScopeType } from '../../apis/graphql/index.ts';
import { ClientType } from '../../clients/graphql/index.ts';
import { GroupType } from '../../groups/graphql/index.ts';
import { UserType } from '../../users/graphql/index.ts';
import { PermissionService, type Permission } from '../permission.service.ts';
import { WhoCanService } from '../who-can.service.ts';
import {
  AbleConnection,
  EffectivePermissionConnection,
  EffectivePermissionsArgs,
  EffectivePermissionType,
  WhoCanArgs,
} from './permission.type.ts';

/** The cost of a page, which reads all roles of a subject. */
const COST = 50;
const UNSEEN = 'Only administrators can read it; for others it is null.';
const NODES: Readonly<Record<SubjectKind, string>> = { user: 'User', group: 'Group', client: 'Client' };

interface Identified {
  readonly id: string;
}

/** What a user may use. */
@Resolver(() => UserType)
export class UserPermissionsResolver {
  @FieldResolver(() => EffectivePermissionConnection, {
    nullable: true,
    complexity: COST,
    description:
      'The scopes of APIs that the user may use, also by roles of groups, oldest scope first. Only the user and administrators can read them; for others it is null.',
  })
  effectivePermissions(
    @Root() { id }: Identified,
    @Args(() => EffectivePermissionsArgs) args: EffectivePermissionsArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(PermissionService).of({ kind: 'user', id }, args, args);
  }
}

/** What everybody in a group may use. */
@Resolver(() => GroupType)
export class GroupPermissionsResolver {
  @FieldResolver(() => EffectivePermissionConnection, {
    nullable: true,
    complexity: COST,
    description: `The scopes of APIs that everybody in the group may use, also by groups that it is in, oldest scope first. ${UNSEEN}`,
  })
  effectivePermissions(
    @Root() { id }: Identified,
    @Args(() => EffectivePermissionsArgs) args: EffectivePermissionsArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(PermissionService).of({ kind: 'group', id }, args, args);
  }
}

/** What a service account may use. */
@Resolver(() => ClientType)
export class ClientPermissionsResolver {
  @FieldResolver(() => EffectivePermissionConnection, {
    nullable: true,
    complexity: COST,
    description: `The scopes of APIs that the client may use when it acts for itself, oldest scope first. ${UNSEEN}`,
  })
  effectivePermissions(
    @Root() { id }: Identified,
    @Args(() => EffectivePermissionsArgs) args: EffectivePermissionsArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(PermissionService).of({ kind: 'client', id }, args, args);
  }
}

/** What a permission leads to. */
@Resolver(() => EffectivePermissionType)
export class EffectivePermissionRelations {
  @FieldResolver(nodeType('Api'), {
    nullable: true,
    description: 'The API of the scope. Null if the viewer may not see it.',
  })
  api(@Root() { apiScope }: Permission, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Api', apiScope.apiId);
  }
}

/** Who may use a scope. */
@Resolver(() => ApiScopeType)
export class WhoCanResolver {
  @FieldResolver(() => AbleConnection, {
    nullable: true,
    complexity: COST,
    description: `The users, groups or clients that may use the scope, in the order of their ids. Only forward: \`last\` and \`before\` are refused. A page can have fewer items than it may, and another one after it. ${UNSEEN}`,
  })
  async whoCan(
    @Root() scope: ApiScope,
    @Args(() => WhoCanArgs) { kind, organizationId, ...page }: WhoCanArgs,
    @Ctx() ctx: RequestContext,
  ) {
    const found = await ctx.get(WhoCanService).find(scope, kind, organizationId ?? null, page);
    if (!found) return null;
    const nodes = await Promise.all(found.edges.map(({ node }) => findNode(ctx, NODES[kind], node.id)));
    // One that was just deleted is none.
    const edges = found.edges.flatMap((edge, at) => (nodes[at] ? [{ ...edge, node: nodes[at] }] : []));
    return { ...found, edges };
  }
}

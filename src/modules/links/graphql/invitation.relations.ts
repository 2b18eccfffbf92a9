import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { Actor, actorOf } from '../../audit/graphql/index.ts';
import type { Invitation } from '../invitation.entity.ts';
import { InvitationType } from './invitation.type.ts';

/** What an invitation leads to. */
@Resolver(() => InvitationType)
export class InvitationRelations {
  @FieldResolver(nodeType('User'), {
    nullable: true,
    description: 'The invited user. Null if the viewer may not see it.',
  })
  user(@Root() { userId }: Invitation, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }

  @FieldResolver(() => Actor, {
    nullable: true,
    description: 'The user or client who sent it last. Null if it no longer exists, or the viewer may not see it.',
  })
  inviter(@Root() { inviterType, inviterId }: Invitation, @Ctx() ctx: RequestContext) {
    return actorOf(ctx, inviterType, inviterId);
  }
}

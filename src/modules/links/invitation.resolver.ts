import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { InvitationService, type InvitationState } from './invitation.service.ts';
import type { Invitation } from './invitation.entity.ts';
import { InvitationConnection, InvitationListArgs, InvitationStateEnum, InvitationType } from './invitation.type.ts';

const ID_TEXT = { description: 'The invitation’s id.' };

@Resolver(() => InvitationType)
export class InvitationResolver {
  @Query(() => InvitationConnection, { description: 'The customer’s invitations, oldest first.' })
  invitations(@Args(() => InvitationListArgs) { state, ...page }: InvitationListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(InvitationService).list(page, state ?? null);
  }

  @Mutation(() => InvitationType, {
    description: 'Sends a user without a password a link to set one, valid for 24 hours. Earlier links stop working.',
  })
  inviteUser(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Arg('applicationUrl', () => String, {
      nullable: true,
      description: 'The address (http or https) of the application that the user is invited to.',
    })
    applicationUrl: string | null,
    @Ctx() ctx: RequestContext,
  ): Promise<Invitation> {
    return ctx.get(InvitationService).invite(userId, applicationUrl);
  }

  @Mutation(() => InvitationType, {
    description: 'Sends an open invitation again, with a new link valid for 24 hours. The earlier link stops working.',
  })
  resendInvitation(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<Invitation> {
    return ctx.get(InvitationService).resend(id);
  }

  @Mutation(() => InvitationType, { description: 'Revokes an open invitation. Its link stops working.' })
  revokeInvitation(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<Invitation> {
    return ctx.get(InvitationService).revoke(id);
  }

  @FieldResolver(() => InvitationStateEnum, { description: 'The state of the invitation.' })
  state(@Root() invitation: Invitation, @Ctx() ctx: RequestContext): InvitationState {
    return ctx.get(InvitationService).stateOf(invitation);
  }
}

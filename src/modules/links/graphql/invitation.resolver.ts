import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { BulkMode } from '../../../ground/kernel/bulk.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import { BulkModeEnum, bulkPayload, MODE_TEXT, SELECT_TEXT } from '../../../ground/kernel/graphql/bulk-type.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { invitationListing } from '../invitation.filter.ts';
import { UserSelectionInput, UsersPayload } from '../../users/graphql/index.ts';
import { PICTURE_MAX } from '../../users/index.ts';
import { InvitationService, type InvitationState } from '../invitation.service.ts';
import type { Invitation } from '../invitation.entity.ts';
import { InvitationConnection, InvitationPayload, InvitationStateEnum, InvitationType } from './invitation.type.ts';

const ID_TEXT = { description: 'The invitation’s id.' };

@Resolver(() => InvitationType)
export class InvitationResolver {
  @Query(() => InvitationConnection, { description: 'The customer’s invitations, oldest first.' })
  invitations(@ListedBy(invitationListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(InvitationService).list(args);
  }

  @ArgumentsFulfill({ applicationUrl: { maxLength: PICTURE_MAX, format: 'web_address' } })
  @Mutation(() => InvitationPayload, {
    description: 'Sends a user without a password a link to set one, valid for 24 hours. Earlier links stop working.',
  })
  async inviteUser(
    @Arg('id', () => ID, { description: 'The user’s id.' }) id: string,
    @Arg('applicationUrl', () => String, {
      nullable: true,
      description: 'The address (http or https) of the application that the user is invited to.',
    })
    applicationUrl: string | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { invitation: await ctx.get(InvitationService).invite(id, applicationUrl) };
  }

  @ArgumentsFulfill({ applicationUrl: { maxLength: PICTURE_MAX, format: 'web_address' } })
  @Mutation(() => UsersPayload, {
    description: 'Sends users without a password a link to set one, in one transaction. Earlier links stop working.',
  })
  async inviteUsers(
    @Arg('select', () => UserSelectionInput, SELECT_TEXT) select: UserSelectionInput,
    @Arg('applicationUrl', () => String, {
      nullable: true,
      description: 'The address (http or https) of the application that the users are invited to.',
    })
    applicationUrl: string | null,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(InvitationService).inviteMany(select, applicationUrl, mode));
  }

  @Mutation(() => InvitationPayload, {
    description: 'Sends an open invitation again, with a new link valid for 24 hours. The earlier link stops working.',
  })
  async resendInvitation(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext) {
    return { invitation: await ctx.get(InvitationService).resend(id) };
  }

  @Mutation(() => InvitationPayload, { description: 'Revokes an open invitation. Its link stops working.' })
  async revokeInvitation(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext) {
    return { invitation: await ctx.get(InvitationService).revoke(id) };
  }

  @FieldResolver(() => InvitationStateEnum, { description: 'The state of the invitation.' })
  state(@Root() invitation: Invitation, @Ctx() ctx: RequestContext): InvitationState {
    return ctx.get(InvitationService).stateOf(invitation);
  }
}

import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { FirstArgs } from '../../kernel/graphql.ts';
import { UserType, type User } from '../users/index.ts';
import type { ClientConsent } from './consent.loader.ts';
import { ConsentService } from './consent.service.ts';
import { ConsentType } from './consent.type.ts';

@Resolver(() => ConsentType)
export class ConsentResolver {
  @Query(() => [ConsentType], { description: 'The consents of the current user, newest first.' })
  consents(@Args(() => FirstArgs) { first }: FirstArgs, @Ctx() ctx: RequestContext): Promise<ClientConsent[]> {
    return ctx.get(ConsentService).own(first);
  }

  @Mutation(() => ConsentType, {
    description:
      'Revokes a consent of the current user, and the tokens that it allowed. Returns the consent as it was.',
  })
  revokeConsent(
    @Arg('clientId', () => ID, { description: 'The client’s id.' }) clientId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ClientConsent> {
    return ctx.get(ConsentService).revokeOwn(clientId);
  }

  @Mutation(() => ConsentType, {
    description: 'Revokes a consent of any user, and the tokens that it allowed. Returns the consent as it was.',
  })
  revokeUserConsent(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Arg('clientId', () => ID, { description: 'The client’s id.' }) clientId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ClientConsent> {
    return ctx.get(ConsentService).revokeOf(userId, clientId);
  }
}

/** What consents add to a user. */
@Resolver(() => UserType)
export class UserConsentsResolver {
  @FieldResolver(() => [ConsentType], {
    nullable: true,
    description:
      'The user’s consents, newest first. Only the user and administrators can read them; for others it is null.',
  })
  consents(
    @Root() { id }: User,
    @Args(() => FirstArgs) { first }: FirstArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<ClientConsent[] | null> {
    return ctx.get(ConsentService).of(id, first);
  }
}

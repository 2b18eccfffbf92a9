import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { ConnectionArgs } from '../../kernel/graphql.ts';
import { UserType, type User } from '../users/index.ts';
import type { Consent } from './consent.entity.ts';
import { ConsentService } from './consent.service.ts';
import { ConsentConnection, ConsentType } from './consent.type.ts';

@Resolver(() => ConsentType)
export class ConsentResolver {
  @Query(() => ConsentConnection, { description: 'The consents of the current user, last confirmed first.' })
  consents(@Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(ConsentService).own(page);
  }

  @Mutation(() => ConsentType, {
    description:
      'Revokes a consent of the current user, and the tokens that it allowed. Returns the consent as it was.',
  })
  revokeConsent(
    @Arg('clientId', () => ID, { description: 'The client’s id.' }) clientId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<Consent> {
    return ctx.get(ConsentService).revokeOwn(clientId);
  }

  @Mutation(() => ConsentType, {
    description: 'Revokes a consent of any user, and the tokens that it allowed. Returns the consent as it was.',
  })
  revokeUserConsent(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Arg('clientId', () => ID, { description: 'The client’s id.' }) clientId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<Consent> {
    return ctx.get(ConsentService).revokeOf(userId, clientId);
  }
}

/** What consents add to a user. */
@Resolver(() => UserType)
export class UserConsentsResolver {
  @FieldResolver(() => ConsentConnection, {
    nullable: true,
    description:
      'The user’s consents, last confirmed first. Only the user and administrators can read them; for others it is null.',
  })
  consents(@Root() { id }: User, @Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(ConsentService).of(id, page);
  }
}

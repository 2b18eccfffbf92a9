import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { FirstArgs } from '../../kernel/graphql.ts';
import { UserType, type User } from '../users/index.ts';
import { ConsentService } from './consent.service.ts';
import type { ConsentRow } from './consent.sql.ts';
import { ConsentType } from './consent.type.ts';

@Resolver(() => ConsentType)
export class ConsentResolver {
  @Query(() => [ConsentType], { description: 'What the user who asks has allowed clients, the newest first.' })
  consents(@Args(() => FirstArgs) { first }: FirstArgs, @Ctx() ctx: RequestContext): Promise<ConsentRow[]> {
    return ctx.get(ConsentService).own(first);
  }

  @Mutation(() => ConsentType, {
    description: 'Takes back what the user who asks has allowed a client, and ends its tokens; returns it as it was.',
  })
  revokeConsent(
    @Arg('clientId', () => ID, { description: 'The client’s id.' }) clientId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ConsentRow> {
    return ctx.get(ConsentService).revokeOwn(clientId);
  }

  @Mutation(() => ConsentType, {
    description: 'Takes back what a user has allowed a client, and ends its tokens; returns it as it was.',
  })
  revokeUserConsent(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Arg('clientId', () => ID, { description: 'The client’s id.' }) clientId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ConsentRow> {
    return ctx.get(ConsentService).revokeOf(userId, clientId);
  }
}

/** What consents add to a user. */
@Resolver(() => UserType)
export class UserConsentsResolver {
  @FieldResolver(() => [ConsentType], {
    nullable: true,
    description: 'What the user has allowed clients, the newest first. Null to all but the user and administrators.',
  })
  consents(
    @Root() { id }: User,
    @Args(() => FirstArgs) { first }: FirstArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<ConsentRow[] | null> {
    return ctx.get(ConsentService).of(id, first);
  }
}

import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { FirstArgs } from '../../kernel/graphql.ts';
import { UserType, type User } from '../users/index.ts';
import type { ClientConsent } from './consent.loader.ts';
import { ConsentService } from './consent.service.ts';
import { ConsentType } from './consent.type.ts';

@Resolver(() => ConsentType)
export class ConsentResolver {
  @Query(() => [ConsentType], { description: 'What the user who asks has allowed clients, the newest first.' })
  consents(@Args(() => FirstArgs) { first }: FirstArgs, @Ctx() ctx: RequestContext): Promise<ClientConsent[]> {
    return ctx.get(ConsentService).own(first);
  }

  @Mutation(() => ConsentType, {
    description: 'Revokes a consent of the user who asks, and every token that came of it; returns it as it was.',
  })
  revokeConsent(
    @Arg('clientId', () => ID, { description: 'The client’s id.' }) clientId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ClientConsent> {
    return ctx.get(ConsentService).revokeOwn(clientId);
  }

  @Mutation(() => ConsentType, {
    description: 'Revokes a consent of any user, and every token that came of it; returns it as it was.',
  })
  revokeUserConsent(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Arg('clientId', () => ID, { description: 'The client’s id.' }) clientId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ClientConsent> {
    return ctx.get(ConsentService).revokeOf(userId, clientId);
  }

  @FieldResolver(() => String, { description: 'The name of the client.' })
  clientName(@Root() { client }: ClientConsent): string {
    return client.name;
  }

  @FieldResolver(() => String, { nullable: true, description: 'The address of the client’s logo.' })
  logoUri(@Root() { client }: ClientConsent): string | null {
    return client.logoUri ?? null;
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
  ): Promise<ClientConsent[] | null> {
    return ctx.get(ConsentService).of(id, first);
  }
}

import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { isOwnScope } from '../../../ground/kernel/access.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ScopeEnum } from '../../../ground/kernel/graphql/types.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { UserType } from '../../users/graphql/index.ts';
import type { User } from '../../users/index.ts';
import { consentListing } from '../consent.filter.ts';
import type { Consent } from '../consent.entity.ts';
import { declinedNames, scopesAllowed } from '../declined-scopes.ts';
import { ConsentService } from '../consent.service.ts';
import { ConsentConnection, ConsentPayload, ConsentType } from './consent.type.ts';

@Resolver(() => ConsentType)
export class ConsentResolver {
  @FieldResolver(() => [ScopeEnum], { description: 'The scopes of this server that the user allows.' })
  scopes(@Root() { scopes }: Consent): string[] {
    return scopes.filter(isOwnScope);
  }

  @FieldResolver(() => [String], { description: 'The scopes of registered APIs that the user allows.' })
  apiScopes(@Root() consent: Consent): string[] {
    return scopesAllowed(consent).filter((scope) => !isOwnScope(scope));
  }

  @FieldResolver(() => [String], {
    description: 'The optional scopes of registered APIs that the user has left out. The client is not granted them.',
  })
  declinedScopes(@Root() consent: Consent): string[] {
    return declinedNames(consent);
  }

  @Query(() => ConsentConnection, { description: 'The consents of the current user, last confirmed first.' })
  consents(@ListedBy(consentListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(ConsentService).own(args);
  }

  @Mutation(() => ConsentPayload, {
    description: 'Revokes a consent, and the tokens that it allowed. Administrators can revoke anybody’s consent.',
  })
  async revokeConsent(
    @Arg('id', () => ID, { description: 'The consent’s id.' }) id: string,
    @Ctx() ctx: RequestContext,
  ) {
    return { consent: await ctx.get(ConsentService).revoke(id) };
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
  consents(@Root() { id }: User, @ListedBy(consentListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(ConsentService).of(id, args);
  }
}

import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import type { ListArgs } from '../../kernel/filter/index.ts';
import { ConsentType, type Consent } from '../consents/index.ts';
import { SessionType, type Session } from '../sessions/index.ts';
import { clientListing } from './client.filter.ts';
import { clientLoader, sessionClientPages } from './client.loader.ts';
import { SessionClientConnection } from './client.type.ts';

/** What clients add to a consent: what the user who gave it was shown. */
@Resolver(() => ConsentType)
export class ConsentClientResolver {
  @FieldResolver(() => String, { description: 'The name of the client.' })
  async clientName(@Root() { clientId }: Consent, @Ctx() ctx: RequestContext): Promise<string> {
    return (await ctx.loader(clientLoader).load(clientId))?.name ?? clientId;
  }

  @FieldResolver(() => String, { nullable: true, description: 'The address of the client’s logo.' })
  async logoUri(@Root() { clientId }: Consent, @Ctx() ctx: RequestContext): Promise<string | null> {
    return (await ctx.loader(clientLoader).load(clientId))?.logoUri ?? null;
  }
}

/** What clients add to a session. */
@Resolver(() => SessionType)
export class SessionClientsResolver {
  @FieldResolver(() => SessionClientConnection, {
    description:
      'The clients that the user has signed in to with this session, ordered by id. A member sees only their own.',
  })
  clients(@Root() { id }: Session, @Args(() => clientListing.Args) args: ListArgs, @Ctx() ctx: RequestContext) {
    return sessionClientPages.of(ctx, id, args);
  }
}

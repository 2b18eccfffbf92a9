import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { ConsentType, type Consent } from '../consents/index.ts';
import type { Client } from './client.entity.ts';
import { clientLoader } from './client.loader.ts';
import { ClientService } from './client.service.ts';
import { ClientObject } from './client.type.ts';

/** What clients add to a consent. The user who gave it has seen the name and the logo. */
@Resolver(() => ConsentType)
export class ConsentClientResolver {
  @FieldResolver(() => ClientObject, {
    nullable: true,
    description: 'The client that the consent is for. Null if the viewer may not see it.',
  })
  client(@Root() { clientId }: Consent, @Ctx() ctx: RequestContext): Promise<Client | null> {
    return ctx.get(ClientService).find(clientId);
  }

  @FieldResolver(() => String, { description: 'The name of the client.' })
  async clientName(@Root() { clientId }: Consent, @Ctx() ctx: RequestContext): Promise<string> {
    return (await ctx.loader(clientLoader).load(clientId))?.name ?? clientId;
  }

  @FieldResolver(() => String, { nullable: true, description: 'The address of the client’s logo.' })
  async logoUri(@Root() { clientId }: Consent, @Ctx() ctx: RequestContext): Promise<string | null> {
    return (await ctx.loader(clientLoader).load(clientId))?.logoUri ?? null;
  }
}

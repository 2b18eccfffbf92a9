import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { ConnectionArgs } from '../../../ground/lists/graphql/connection.ts';
import { ApiScopeConnection, ApiScopeType, ApiType } from '../../apis/graphql/index.ts';
import { ApiScopeService, type Api, type ApiScope } from '../../apis/index.ts';
import { ConsentConnection, ConsentType } from '../../consents/graphql/index.ts';
import { ConsentService, type Consent } from '../../consents/index.ts';
import { GroupType } from '../../groups/graphql/index.ts';
import type { Group } from '../../groups/index.ts';
import { SessionType } from '../../sessions/graphql/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { Client } from '../client.entity.ts';
import { clientListing } from '../client.filter.ts';
import {
  apiClientPages,
  clientLoader,
  groupClientPages,
  scopeClientPages,
  sessionClientPages,
} from '../client.loader.ts';
import { ApiClientConnection, ClientType, GroupClientConnection, SessionClientConnection } from './client.type.ts';

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

/** What consents add to a client. */
@Resolver(() => ClientType)
export class ClientConsentsResolver {
  @FieldResolver(() => ConsentConnection, {
    nullable: true,
    description:
      'What users allow the client, last confirmed first. Only administrators can read it; for others it is null.',
  })
  consents(@Root() { id }: Client, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(ConsentService).ofClient(id, args);
  }
}

/** The scopes of APIs that a client has. */
@Resolver(() => ClientType)
export class ClientApiScopesResolver {
  @FieldResolver(() => ApiScopeConnection, {
    nullable: true,
    description:
      'The scopes of the customer’s APIs that the client may have, by name. Only administrators can read them; for others it is null.',
  })
  apiScopes(@Root() { id }: Client, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(ApiScopeService).ofClient(id, args);
  }
}

/** What clients add to an API. */
@Resolver(() => ApiType)
export class ApiClientsResolver {
  @FieldResolver(() => ApiClientConnection, {
    description:
      'The clients that have scopes of the API, ordered by id. Of Guildhall itself there are none: their `scopes` tell those that they have.',
  })
  clients(@Root() { id }: Api, @ListedBy(clientListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return apiClientPages.of(ctx, id, args);
  }
}

/** What clients add to a scope of an API. */
@Resolver(() => ApiScopeType)
export class ApiScopeClientsResolver {
  @FieldResolver(() => ApiClientConnection, { description: 'The clients that have the scope, ordered by id.' })
  clients(@Root() { id }: ApiScope, @ListedBy(clientListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return scopeClientPages.of(ctx, id, args);
  }
}

/** What clients add to a group. */
@Resolver(() => GroupType)
export class GroupClientsResolver {
  @FieldResolver(() => GroupClientConnection, {
    description:
      'The clients that see the group in the userinfo of its members, ordered by id: those at which users sign in (AUTHORIZATION_CODE or DEVICE_CODE) with the scope OPENID. Userinfo tells them all groups of whoever signs in. With the scope GROUPS, ID tokens tell them too. A member sees only their own clients.',
  })
  clients(@Root() { id }: Group, @ListedBy(clientListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return groupClientPages.of(ctx, id, args);
  }
}

/** What clients add to a session. */
@Resolver(() => SessionType)
export class SessionClientsResolver {
  @FieldResolver(() => SessionClientConnection, {
    description:
      'The clients that the user has signed in to with this session, ordered by id. A member sees only their own.',
  })
  clients(@Root() { id }: Session, @ListedBy(clientListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return sessionClientPages.of(ctx, id, args);
  }
}

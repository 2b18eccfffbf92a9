import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ConnectionArgs } from '../../../ground/lists/graphql/connection.ts';
import { Creates } from '../../../ground/kernel/graphql/types.ts';
import { ClientPayload } from '../../clients/graphql/index.ts';
import type { InitialAccessToken } from '../initial-access-token.entity.ts';
import { InitialAccessTokenService, type CreatedInitialAccessToken } from '../initial-access-token.service.ts';
import {
  CreatedInitialAccessTokenPayload,
  CreateInitialAccessTokenInput,
  InitialAccessTokenConnection,
  InitialAccessTokenPayload,
  InitialAccessTokenType,
  RegisteredClientConnection,
} from './initial-access-token.type.ts';
import { RegistrationTokenService } from '../registration-token.service.ts';

const ID_ARG = { description: 'The token’s id.' };

@Resolver(() => InitialAccessTokenType)
export class InitialAccessTokenResolver {
  @Query(() => InitialAccessTokenType, {
    nullable: true,
    description: 'The initial access token with this id, or null.',
  })
  initialAccessToken(
    @Arg('id', () => ID, ID_ARG) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<InitialAccessToken | null> {
    return ctx.get(InitialAccessTokenService).find(id);
  }

  @Query(() => InitialAccessTokenConnection, { description: 'The customer’s initial access tokens, newest first.' })
  initialAccessTokens(@Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(InitialAccessTokenService).list(page);
  }

  @Creates()
  @Mutation(() => CreatedInitialAccessTokenPayload, {
    description:
      'Makes a token with which clients register themselves. The viewer cannot let them have a right that they lack.',
  })
  createInitialAccessToken(
    @Arg('input', () => CreateInitialAccessTokenInput, { description: 'The token to create.' })
    input: CreateInitialAccessTokenInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CreatedInitialAccessToken> {
    return ctx.get(InitialAccessTokenService).create(input);
  }

  @Mutation(() => InitialAccessTokenPayload, {
    description: 'Ends an initial access token. The clients that it has registered stay, and gain no rights any more.',
  })
  async revokeInitialAccessToken(
    @Arg('id', () => ID, ID_ARG) id: string,
    @Arg('withRegistrations', () => Boolean, {
      defaultValue: false,
      description:
        'Whether the registration access tokens of its clients end, too. Also for a token that has been revoked.',
    })
    withRegistrations: boolean,
    @Ctx() ctx: RequestContext,
  ) {
    return { initialAccessToken: await ctx.get(InitialAccessTokenService).revoke(id, withRegistrations) };
  }

  @Mutation(() => ClientPayload, {
    description:
      'Ends the registration access token of a client that registered itself (RFC 7592). The client stays as it is.',
  })
  async revokeRegistrationToken(
    @Arg('id', () => ID, { description: 'The client’s id.' }) id: string,
    @Ctx() ctx: RequestContext,
  ) {
    return { client: await ctx.get(RegistrationTokenService).revoke(id) };
  }

  @FieldResolver(() => RegisteredClientConnection, {
    description: 'The clients that the token has registered and that still exist, newest first.',
  })
  clients(
    @Root() found: InitialAccessToken,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(InitialAccessTokenService).clients(found, page);
  }
}

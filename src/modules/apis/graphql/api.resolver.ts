import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { Creates, ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import { OWN_API_ID } from '../../../ground/kernel/own-api.ts';
import { URI_MAX } from '../../../ground/kernel/registered-uri.ts';
import { ConnectionArgs } from '../../../ground/lists/graphql/connection.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { Api } from '../api.entity.ts';
import { apiListing } from '../api.filter.ts';
import { ApiService } from '../api.service.ts';
import { CreateApiInput, UpdateApiInput } from './api.input.ts';
import { ApiScopeConnection } from './api-scope.type.ts';
import { CONFIRM_TEXTS } from './api-texts.ts';
import { ApiConnection, ApiPayload, ApiType, DeleteApiPayload } from './api.type.ts';

const ID_TEXT = { description: 'The API’s id.' };

@Resolver(() => ApiType)
export class ApiResolver {
  @Query(() => ApiType, { nullable: true, description: 'The API with this id, or null.' })
  api(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<Api | null> {
    return ctx.get(ApiService).find(id);
  }

  @Query(() => ApiConnection, { description: 'The customer’s APIs, oldest first. The first one is Guildhall itself.' })
  apis(@ListedBy(apiListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(ApiService).list(args);
  }

  @Creates()
  @Mutation(() => ApiPayload, { description: 'Creates an API with its first scopes.' })
  async createApi(
    @Arg('input', () => CreateApiInput, { description: 'The API to create.' }) input: CreateApiInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { api: await ctx.get(ApiService).create(input) };
  }

  @Mutation(() => ApiPayload, { description: 'Changes an API.' })
  async updateApi(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('input', () => UpdateApiInput, { description: 'The changes.' }) input: UpdateApiInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { api: await ctx.get(ApiService).update(id, input, expectedVersion) };
  }

  @ArgumentsFulfill({ confirm: { maxLength: URI_MAX } })
  @Mutation(() => DeleteApiPayload, {
    description: 'Deletes an API with its scopes and roles. Its tokens end at once.',
  })
  async deleteApi(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('confirm', () => String, {
      nullable: true,
      description: 'The identifier of the API. It must be given if clients, roles or logins use the API.',
    })
    confirm: string | null,
    @Arg('dryRun', () => Boolean, { defaultValue: false, description: CONFIRM_TEXTS.dryRun }) dryRun: boolean,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    const { removed, ends } = await ctx.get(ApiService).delete(id, { confirm, dryRun }, expectedVersion);
    return { api: removed, ends };
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether it is Guildhall itself. Nobody changes it, and who may use its scopes is not given by roles or as apiScopeIds of clients: administrators and service accounts have them as scopes of their own.',
  })
  isGuildhall(@Root() { id }: Api): boolean {
    return id === OWN_API_ID;
  }

  @FieldResolver(() => ApiScopeConnection, { description: 'The scopes of the API, by name.' })
  scopes(@Root() api: Api, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(ApiService).scopes(api, args);
  }
}

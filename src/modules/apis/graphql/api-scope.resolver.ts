import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import type { Api } from '../api.entity.ts';
import type { ApiScope } from '../api-scope.entity.ts';
import { SCOPE_NAME_MAX, SCOPES_MAX, type Translation } from '../api-scope.input.ts';
import { ApiScopeService } from '../api-scope.service.ts';
import { ApiService } from '../api.service.ts';
import { NewApiScopeInput, UpdateApiScopeInput } from './api-scope.input.ts';
import { ApiScopePayload, ApiScopeTranslationType, ApiScopeType, RemoveApiScopePayload } from './api-scope.type.ts';
import { CONFIRM_TEXTS, SCOPE_TEXTS } from './api-texts.ts';
import { ApiPayload, ApiType } from './api.type.ts';

const ID_TEXT = { description: 'The scope’s id.' };
const VERSION_OF_API = 'A change of a scope is one of its API, and counts up its version.';

@Resolver(() => ApiScopeType)
export class ApiScopeResolver {
  @ArgumentsFulfill({ scopes: { maxItems: SCOPES_MAX } })
  @Mutation(() => ApiPayload, { description: `Adds scopes to an API, in one transaction. ${VERSION_OF_API}` })
  async addApiScopes(
    @Arg('apiId', () => ID, { description: 'The API’s id.' }) apiId: string,
    @Arg('scopes', () => [NewApiScopeInput], {
      description: `The scopes to add. An API has at most ${SCOPES_MAX}.`,
    })
    scopes: NewApiScopeInput[],
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { api: await ctx.get(ApiScopeService).add(apiId, scopes, expectedVersion) };
  }

  @Mutation(() => ApiScopePayload, { description: `Changes a scope of an API. ${VERSION_OF_API}` })
  async updateApiScope(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('input', () => UpdateApiScopeInput, { description: 'The changes.' }) input: UpdateApiScopeInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { apiScope: await ctx.get(ApiScopeService).update(id, input, expectedVersion) };
  }

  @ArgumentsFulfill({ confirm: { maxLength: SCOPE_NAME_MAX } })
  @Mutation(() => RemoveApiScopePayload, {
    description: `Removes a scope from its API, and so from all clients and roles. ${VERSION_OF_API}`,
  })
  async removeApiScope(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('confirm', () => String, {
      nullable: true,
      description: 'The name of the scope. It must be given if clients or roles have the scope.',
    })
    confirm: string | null,
    @Arg('dryRun', () => Boolean, { defaultValue: false, description: CONFIRM_TEXTS.dryRun }) dryRun: boolean,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    const { removed, ends } = await ctx.get(ApiScopeService).remove(id, { confirm, dryRun }, expectedVersion);
    return { apiScope: removed, ends };
  }

  @FieldResolver(() => [ApiScopeTranslationType], { description: SCOPE_TEXTS.translations })
  translations(@Root() { translations }: ApiScope): Translation[] {
    return Object.entries(translations).map(([language, description]) => ({ language, description }));
  }

  @FieldResolver(() => ApiType, { nullable: true, description: 'The API that has the scope.' })
  api(@Root() { apiId }: ApiScope, @Ctx() ctx: RequestContext): Promise<Api | null> {
    return ctx.get(ApiService).find(apiId);
  }
}

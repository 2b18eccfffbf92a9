import { Field, InputType, Int } from 'type-graphql';
import { SigningAlgEnum } from '../../../ground/kernel/graphql/signing-alg.type.ts';
import { DefaultsTo, Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { URI_MAX } from '../../../ground/kernel/registered-uri.ts';
import type { SigningAlg } from '../../../ground/kernel/signing-alg.ts';
import {
  API_DEFAULTS,
  DESCRIPTION_MAX,
  NAME_MAX,
  TOKEN_SECONDS,
  type CreateApi,
  type UpdateApi,
} from '../api.input.ts';
import { SCOPES_MAX } from '../api-scope.input.ts';
import { NewApiScopeInput } from './api-scope.input.ts';
import { API_TEXTS } from './api-texts.ts';

@InputType({
  description: 'Changes to an API. Omitted fields stay unchanged. Null removes the logo or the lifetime of tokens.',
})
export class UpdateApiInput implements UpdateApi {
  @Fulfills({ maxLength: URI_MAX, format: 'uri' })
  @Field(() => String, { nullable: true, description: API_TEXTS.identifier })
  identifier?: string | null;

  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { nullable: true, description: API_TEXTS.name })
  name?: string | null;

  @Fulfills({ maxLength: DESCRIPTION_MAX })
  @Field(() => String, { nullable: true, description: API_TEXTS.description })
  description?: string | null;

  @Fulfills({ maxLength: URI_MAX, format: 'web_address' })
  @Field(() => String, { nullable: true, description: API_TEXTS.logoUri })
  logoUri?: string | null;

  @Fulfills({ minimum: TOKEN_SECONDS.min, maximum: TOKEN_SECONDS.max })
  @Field(() => Int, { nullable: true, description: API_TEXTS.tokenSeconds })
  tokenSeconds?: number | null;

  @Field(() => SigningAlgEnum, { nullable: true, description: API_TEXTS.signingAlg })
  signingAlg?: SigningAlg | null;

  @Field(() => Boolean, { nullable: true, description: API_TEXTS.allowsRefreshTokens })
  allowsRefreshTokens?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: API_TEXTS.isFirstParty })
  isFirstParty?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: API_TEXTS.requiresRole })
  requiresRole?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: API_TEXTS.tellsRoles })
  tellsRoles?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: API_TEXTS.tellsGroups })
  tellsGroups?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: API_TEXTS.tellsEntitlements })
  tellsEntitlements?: boolean | null;
}

@DefaultsTo({ ...API_DEFAULTS })
@InputType({ description: 'An API to create.' })
export class CreateApiInput extends UpdateApiInput implements CreateApi {
  @Fulfills({ maxLength: URI_MAX, format: 'uri' })
  @Field(() => String, { description: API_TEXTS.identifier })
  override identifier!: string;

  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { description: API_TEXTS.name })
  override name!: string;

  @Fulfills({ maxItems: SCOPES_MAX })
  @Field(() => [NewApiScopeInput], { nullable: true, description: `Its first scopes: at most ${SCOPES_MAX}.` })
  scopes?: NewApiScopeInput[] | null;
}

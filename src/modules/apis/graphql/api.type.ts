import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { SigningAlgEnum } from '../../../ground/kernel/graphql/signing-alg.type.ts';
import { Node, payloadType, VERSION } from '../../../ground/kernel/graphql/types.ts';
import type { SigningAlg } from '../../../ground/kernel/signing-alg.ts';
import type { Api } from '../api.entity.ts';
import type { ApiUse } from '../api-use.hot.sql.ts';
import { API_TEXTS } from './api-texts.ts';

@ObjectType('Api', {
  implements: Node,
  simpleResolvers: true,
  description: 'An API of the customer, for which clients get access tokens.',
})
export class ApiType extends Node implements Partial<Columns<Api>> {
  @Field(() => ID, { description: 'The customer the API belongs to. Guildhall itself is an API of every customer.' })
  customerId!: string;

  @Field(() => String, { description: API_TEXTS.identifier })
  identifier!: string;

  @Field(() => String, { description: API_TEXTS.name })
  name!: string;

  @Field(() => String, { description: API_TEXTS.description })
  description!: string;

  @Field(() => String, { nullable: true, description: API_TEXTS.logoUri })
  logoUri!: string | null;

  @Field(() => Int, { nullable: true, description: API_TEXTS.tokenSeconds })
  tokenSeconds!: number | null;

  @Field(() => SigningAlgEnum, { description: API_TEXTS.signingAlg })
  signingAlg!: SigningAlg;

  @Field(() => Boolean, { description: API_TEXTS.allowsRefreshTokens })
  allowsRefreshTokens!: boolean;

  @Field(() => Boolean, { description: API_TEXTS.isFirstParty })
  isFirstParty!: boolean;

  @Field(() => Boolean, { description: API_TEXTS.requiresRole })
  requiresRole!: boolean;

  @Field(() => Boolean, { description: API_TEXTS.tellsRoles })
  tellsRoles!: boolean;

  @Field(() => Boolean, { description: API_TEXTS.tellsGroups })
  tellsGroups!: boolean;

  @Field(() => Boolean, { description: API_TEXTS.tellsEntitlements })
  tellsEntitlements!: boolean;

  @Field(() => Int, VERSION)
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the API was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the API or its scopes last changed.' })
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'An API and its place in the list.' })
class ApiEdge extends edgeType(() => ApiType) {}

@ObjectType({ description: 'A page of APIs.' })
export class ApiConnection extends connectionType(() => ApiEdge) {}

@ObjectType({ simpleResolvers: true, description: 'An API that was created or changed.' })
export class ApiPayload extends payloadType('api', () => ApiType, 'The API.') {}

@ObjectType('ApiUse', { simpleResolvers: true, description: 'What ends with an API.' })
class ApiUseType implements ApiUse {
  @Field(() => Int, { description: 'How many clients have scopes of it.' })
  clients!: number;

  @Field(() => Int, { description: 'How many roles belong to it, or allow scopes of it.' })
  roles!: number;

  @Field(() => Int, { description: 'How many scopes it has.' })
  scopes!: number;

  @Field(() => Int, { description: 'For how many logins clients have tokens for it.' })
  grants!: number;
}

@ObjectType({ simpleResolvers: true, description: 'An API that was deleted, or would be.' })
export class DeleteApiPayload extends payloadType('api', () => ApiType, 'The API as it was.') {
  @Field(() => ApiUseType, { description: 'What ends with it.' })
  ends!: ApiUse;
}

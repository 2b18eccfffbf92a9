import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { connectionType, edgeType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType } from '../../../ground/kernel/graphql/types.ts';
import type { ApiScope } from '../api-scope.entity.ts';
import type { Translation } from '../api-scope.input.ts';
import type { ScopeUse } from '../scope-use.ts';
import { SCOPE_TEXTS } from './api-texts.ts';

@ObjectType('ApiScopeTranslation', { simpleResolvers: true, description: 'The sentence of a scope in a language.' })
export class ApiScopeTranslationType implements Translation {
  @Field(() => String, { description: SCOPE_TEXTS.language })
  language!: string;

  @Field(() => String, { description: SCOPE_TEXTS.description })
  description!: string;
}

@ObjectType('ApiScope', {
  implements: Node,
  simpleResolvers: true,
  description: 'What an access token for an API can allow.',
})
export class ApiScopeType extends Node implements Partial<Omit<Columns<ApiScope>, 'translations'>> {
  @Field(() => ID, { description: 'The API that has the scope.' })
  apiId!: string;

  @Field(() => String, { description: SCOPE_TEXTS.name })
  name!: string;

  @Field(() => String, { description: SCOPE_TEXTS.description })
  description!: string;

  @Field(() => Boolean, { description: SCOPE_TEXTS.isDefault })
  isDefault!: boolean;

  @Field(() => Boolean, { description: SCOPE_TEXTS.isOptional })
  isOptional!: boolean;

  @Field(() => GraphQLDateTimeISO, { description: 'When the scope was added.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A scope of an API and its place in the list.' })
class ApiScopeEdge extends edgeType(() => ApiScopeType) {}

@ObjectType({ description: 'A page of scopes of APIs.' })
export class ApiScopeConnection extends connectionType(() => ApiScopeEdge, OWN_COUNT_COST) {}

@ObjectType({ simpleResolvers: true, description: 'A scope of an API that was changed.' })
export class ApiScopePayload extends payloadType('apiScope', () => ApiScopeType, 'The scope.') {}

@ObjectType('ApiScopeUse', { simpleResolvers: true, description: 'What ends with a scope of an API.' })
class ApiScopeUseType implements ScopeUse {
  @Field(() => Int, { description: 'How many clients have it.' })
  clients!: number;

  @Field(() => Int, { description: 'How many roles allow it.' })
  roles!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A scope of an API that was removed, or would be.' })
export class RemoveApiScopePayload extends payloadType('apiScope', () => ApiScopeType, 'The scope as it was.') {
  @Field(() => ApiScopeUseType, { description: 'What ends with it.' })
  ends!: ScopeUse;
}

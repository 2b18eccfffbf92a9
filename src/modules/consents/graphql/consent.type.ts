import { Field, ID, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import type { AuthorizationDetail } from '../../../ground/kernel/authorization-details.ts';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { connectionType, edgeType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType } from '../../../ground/kernel/graphql/types.ts';
import type { Consent } from '../consent.entity.ts';

@ObjectType('Consent', {
  implements: Node,
  simpleResolvers: true,
  description: 'What a user allows a client. Revoking a consent ends all tokens that the client got for the user.',
})
export class ConsentType extends Node implements Partial<Columns<Consent>> {
  @Field(() => ID, { description: 'The user who gave the consent.' })
  userId!: string;

  @Field(() => ID, { description: 'The client that the consent is for.' })
  clientId!: string;

  @Field(() => [String], {
    description: 'The resource servers that the client may get access tokens for (RFC 8707), with registered APIs.',
  })
  resources!: string[];

  @Field(() => [String], { description: 'The claims that the user allows by name, beyond the scopes.' })
  claims!: string[];

  @Field(() => [GraphQLJSONObject], {
    description: 'What the client asked for in detail (RFC 9396) when the user last allowed it such.',
  })
  authorizationDetails!: AuthorizationDetail[];

  @Field(() => GraphQLDateTimeISO, { description: 'When the user first gave the client a consent.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the user last confirmed the consent.' })
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A consent and its place in the list.' })
class ConsentEdge extends edgeType(() => ConsentType) {}

@ObjectType({ description: 'A page of consents.' })
export class ConsentConnection extends connectionType(() => ConsentEdge, OWN_COUNT_COST) {}

@ObjectType({ simpleResolvers: true, description: 'A consent that was revoked.' })
export class ConsentPayload extends payloadType('consent', () => ConsentType, 'The consent as it was.') {}

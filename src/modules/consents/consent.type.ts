import { Field, ID, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../kernel/entity.ts';
import type { Consent } from './consent.entity.ts';
import type { ConsentClient } from './consent.loader.ts';

@ObjectType('Consent', {
  simpleResolvers: true,
  description: 'What a user allows a client. Revoking a consent ends all tokens that the client got for the user.',
})
export class ConsentType implements Partial<Columns<Consent>>, ConsentClient {
  @Field(() => ID, { description: 'The user who gave the consent.' })
  userId!: string;

  @Field(() => ID, { description: 'The client that the consent is for.' })
  clientId!: string;

  @Field(() => String, { description: 'The name of the client.' })
  clientName!: string;

  @Field(() => String, { nullable: true, description: 'The URL of the client’s logo.' })
  logoUri!: string | null;

  @Field(() => [String], { description: 'The scopes that the user allows.' })
  scopes!: string[];

  @Field(() => GraphQLDateTimeISO, { description: 'When the user first gave the client a consent.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the user last confirmed the consent.' })
  updatedAt!: Date;
}

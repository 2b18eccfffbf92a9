import { Field, ID, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../kernel/entity.ts';
import type { Consent } from './consent.entity.ts';

@ObjectType('Consent', {
  simpleResolvers: true,
  description: 'What a user has allowed a client. Revoking it ends everything the client got in the user’s name.',
})
export class ConsentType implements Partial<Columns<Consent>> {
  @Field(() => ID, { description: 'The user who allows it.' })
  userId!: string;

  @Field(() => ID, { description: 'The client that is allowed it.' })
  clientId!: string;

  @Field(() => [String], { description: 'The scopes that are allowed.' })
  scopes!: string[];

  @Field(() => GraphQLDateTimeISO, { description: 'When the user first allowed the client something.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the user was last asked and said yes.' })
  updatedAt!: Date;
}

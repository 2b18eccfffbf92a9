import { Field, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../kernel/entity.ts';
import { Node, payloadType, VERSION } from '../../kernel/graphql.ts';
import type { Customer } from './customer.entity.ts';

@ObjectType('Customer', {
  implements: Node,
  simpleResolvers: true,
  description: 'A tenant. Everything else belongs to exactly one customer.',
})
export class CustomerType extends Node implements Partial<Columns<Customer>> {
  @Field(() => String, { description: 'The customer’s name.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether users may delete their own accounts, on their account pages.' })
  selfDeletion!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The address of the terms that users accept when they sign up. Null if there is none.',
  })
  termsUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The terms as a text, which the sign-up page shows. Null if there is none.',
  })
  termsText!: string | null;

  @Field(() => Int, {
    description:
      'For how many days a browser is remembered after a second factor, if its user wants that. 0: browsers are not remembered.',
  })
  rememberDeviceDays!: number;

  @Field(() => Int, VERSION)
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the customer was created.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A customer that was changed.' })
export class CustomerPayload extends payloadType('customer', () => CustomerType, 'The customer.') {}

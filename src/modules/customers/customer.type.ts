import { Field, ID, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../kernel/entity.ts';
import type { Customer } from './customer.entity.ts';

@ObjectType('Customer', {
  simpleResolvers: true,
  description: 'A tenant. Everything else belongs to exactly one customer.',
})
export class CustomerType implements Partial<Columns<Customer>> {
  @Field(() => ID, { description: 'The customer’s id.' })
  id!: string;

  @Field(() => String, { description: 'The customer’s name.' })
  name!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the customer was created.' })
  createdAt!: Date;
}

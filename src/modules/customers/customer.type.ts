import { Field, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../kernel/entity.ts';
import { Node } from '../../kernel/graphql.ts';
import type { Customer } from './customer.entity.ts';

@ObjectType('Customer', {
  implements: Node,
  simpleResolvers: true,
  description: 'A tenant. Everything else belongs to exactly one customer.',
})
export class CustomerType extends Node implements Partial<Columns<Customer>> {
  @Field(() => String, { description: 'The customer’s name.' })
  name!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the customer was created.' })
  createdAt!: Date;
}

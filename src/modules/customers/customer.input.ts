import { Field, InputType } from 'type-graphql';

@InputType({ description: 'Changes to a customer. Omitted fields stay unchanged.' })
export class UpdateCustomerInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether users may delete their own accounts, on their account pages.',
  })
  selfDeletion?: boolean | null;
}

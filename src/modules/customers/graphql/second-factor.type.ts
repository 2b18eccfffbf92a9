import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../../ground/kernel/graphql/types.ts';
import { SECOND_FACTOR_OF, type SecondFactorOf } from '../customer.entity.ts';

export const SecondFactorOfEnum = enumOf(SECOND_FACTOR_OF);
registerEnumType(SecondFactorOfEnum, {
  name: 'SecondFactorOf',
  description: 'Who must have a second factor.',
  valuesConfig: {
    NOBODY: { description: 'Nobody. Users decide themselves.' },
    CHOSEN: { description: 'Members of the chosen groups, and users of the chosen applications.' },
    ADMINISTRATORS: { description: 'Administrators, and all that CHOSEN is about.' },
    EVERYBODY: { description: 'All users.' },
  },
});

@ObjectType('SecondFactorPolicy', {
  simpleResolvers: true,
  description: 'Who must have a second factor. Users without one set it up when they sign in.',
})
export class SecondFactorPolicyType {
  readonly customerId!: string;

  @Field(() => SecondFactorOfEnum, { description: 'Who must have one.' })
  requiredOf!: SecondFactorOf;

  @Field(() => Int, {
    description: 'For how many seconds users may put it off, from the first sign-in that asks for it. 0: not at all.',
  })
  graceSeconds!: number;
}

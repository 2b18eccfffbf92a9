import { Field, ID, InputType, Int } from 'type-graphql';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import type { SecondFactorOf } from '../customer.entity.ts';
import { CHOSEN_MAX, GRACE_MAX, type ChangeSecondFactorPolicy } from '../second-factor.input.ts';
import { SecondFactorOfEnum } from './second-factor.type.ts';

@InputType({ description: 'Who must have a second factor. Omitted fields stay unchanged.' })
export class SecondFactorPolicyInput implements ChangeSecondFactorPolicy {
  @Field(() => SecondFactorOfEnum, { nullable: true, description: 'Who must have one.' })
  requiredOf?: SecondFactorOf | null;

  @Fulfills({ minimum: 0, maximum: GRACE_MAX })
  @Field(() => Int, {
    nullable: true,
    description:
      'For how many seconds users may put it off, from the first sign-in that asks for it. 0: not at all. At most 90 days.',
  })
  graceSeconds?: number | null;

  @Fulfills({ maxItems: CHOSEN_MAX })
  @Field(() => [ID], {
    nullable: true,
    description: 'The ids of the groups whose members must, in place of the present ones.',
  })
  groupIds?: string[] | null;

  @Fulfills({ maxItems: CHOSEN_MAX })
  @Field(() => [ID], {
    nullable: true,
    description: 'The ids of the applications whose users must, in place of the present ones.',
  })
  clientIds?: string[] | null;
}

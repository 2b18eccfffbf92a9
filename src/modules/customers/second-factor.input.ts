import { Field, ID, InputType, Int } from 'type-graphql';
import { Fulfills } from '../../kernel/input-rules.ts';
import type { SecondFactorOf } from './customer.entity.ts';
import { SecondFactorOfEnum } from './second-factor.type.ts';

/** The most groups, and the most applications, that are chosen. */
export const CHOSEN_MAX = 100;
/** The longest time to put a second factor off: 90 days. */
export const GRACE_MAX = 90 * 86_400;

@InputType({ description: 'Who must have a second factor. Omitted fields stay unchanged.' })
export class SecondFactorPolicyInput {
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

import { Field, ID, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { BaseResult } from '../../../ground/kernel/graphql/bulk-type.ts';
import { ItemError } from '../../../ground/kernel/graphql/error-type.ts';
import { payloadType } from '../../../ground/kernel/graphql/types.ts';
import { GroupType } from './group.type.ts';
import { OUTCOMES, type Outcome } from '../membership.service.ts';

const outcome = Object.fromEntries(OUTCOMES.map((name) => [name, name])) as { [K in Outcome]: K };
registerEnumType(outcome, {
  name: 'MembershipOutcome',
  description: 'What happened to one user of the list.',
  valuesConfig: {
    ADDED: { description: 'The user is now a member.' },
    ALREADY_MEMBER: { description: 'The user was already a member. Nothing changed.' },
    REMOVED: { description: 'The user is no longer a member.' },
    NOT_A_MEMBER: { description: 'The user was not a member. Nothing changed.' },
    TOO_MANY_GROUPS: {
      description: 'The user is in the maximum number of groups. Nothing changed.',
    },
    USER_NOT_FOUND: { description: 'The customer has no such user. Nothing changed.' },
  },
});

/** What every change of memberships tells of one user in one group. */
@InterfaceType('MembershipItemResult', { description: 'What became of one user in one group.' })
export abstract class MembershipItemResult {
  @Field(() => ID, { description: 'The user’s id.' })
  userId!: string;

  @Field(() => ID, { description: 'The group’s id.' })
  groupId!: string;

  @Field(() => Boolean, { description: 'Whether the operation changed it.' })
  changed!: boolean;

  @Field(() => ItemError, { nullable: true, description: 'Why it failed, if it did.' })
  error!: Omit<ItemError, 'documentation'> | null;
}

/** What every change of memberships answers. */
@InterfaceType('MembershipResults', { description: 'The results of a change of memberships, of one group or of many.' })
export abstract class MembershipResults {
  @Field(() => [MembershipItemResult], { description: 'One result for each user and group.' })
  results!: MembershipItemResult[];

  @Field(() => Int, { description: 'How many memberships the operation changed.' })
  changedCount!: number;
}

@ObjectType('MembershipResult', {
  implements: MembershipItemResult,
  simpleResolvers: true,
  description: 'What happened to one user of the list.',
})
export class MembershipResultType extends MembershipItemResult {
  @Field(() => outcome, {
    description: 'What happened.',
    deprecationReason: 'Removed after 2027-06-30. Use `changed` and `error`.',
  })
  outcome!: Outcome;
}

@ObjectType({
  implements: MembershipResults,
  simpleResolvers: true,
  description: 'The results of a change of memberships.',
})
export class MembershipPayload extends payloadType('group', () => GroupType, 'The group after the change.') {
  @Field(() => [MembershipResultType], {
    description: 'One result for each user. A user who is listed twice has one result.',
  })
  results!: MembershipResultType[];
}

@ObjectType('MembershipChange', {
  implements: MembershipItemResult,
  simpleResolvers: true,
  description: 'What became of one user in one group.',
})
export class MembershipChangeType extends BaseResult {
  @Field(() => ID, { description: 'The user’s id.' })
  userId!: string;

  @Field(() => ID, { description: 'The group’s id.' })
  groupId!: string;
}

@ObjectType({
  implements: MembershipResults,
  simpleResolvers: true,
  description: 'The results of a bulk operation on memberships.',
})
export class MembershipsPayload extends MembershipResults {
  @Field(() => [MembershipChangeType], {
    description: 'One result for each user and group, in the order of the groups’ ids.',
  })
  override results!: MembershipChangeType[];
}

import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../kernel/entity.ts';
import { connectionType, edgeType, Node, OWN_COUNT_COST, payloadType, VERSION } from '../../kernel/graphql.ts';
import { UserType } from '../users/index.ts';
import type { Group } from './group.entity.ts';
import { OUTCOMES, type MembershipResult, type Outcome } from './membership.service.ts';

@ObjectType('Group', { implements: Node, simpleResolvers: true, description: 'A named set of users.' })
export class GroupType extends Node implements Partial<Columns<Group>> {
  @Field(() => ID, { description: 'The customer the group belongs to.' })
  customerId!: string;

  @Field(() => ID, { nullable: true, description: 'The organization that the group belongs to, or null.' })
  organizationId!: string | null;

  @Field(() => String, { description: 'Unique within the customer.' })
  name!: string;

  @Field(() => String, { description: 'What the group is for. May be empty.' })
  description!: string;

  @Field(() => Int, { description: 'How many members the group has. Always exact, and cheap to read.' })
  memberCount!: number;

  @Field(() => Int, VERSION)
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the group was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the name, description or organization last changed.' })
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A group and its place in the list.' })
class GroupEdge extends edgeType(() => GroupType) {}

@ObjectType({ description: 'A page of groups.' })
export class GroupConnection extends connectionType(() => GroupEdge) {}

@ObjectType({ simpleResolvers: true, description: 'A member of a group, and their place in the list.' })
class GroupMemberEdge extends edgeType(() => UserType) {
  @Field(() => GraphQLDateTimeISO, { description: 'When the user joined the group.' })
  joinedAt!: Date;
}

@ObjectType({ description: 'A page of the members of a group.' })
export class GroupMemberConnection extends connectionType(() => GroupMemberEdge, OWN_COUNT_COST) {}

@ObjectType({ simpleResolvers: true, description: 'A group of a user, and its place in the list.' })
class UserGroupEdge extends edgeType(() => GroupType) {
  @Field(() => GraphQLDateTimeISO, { description: 'When the user joined the group.' })
  joinedAt!: Date;
}

@ObjectType({ description: 'A page of the groups of a user.' })
export class UserGroupConnection extends connectionType(() => UserGroupEdge, OWN_COUNT_COST) {}

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

@ObjectType('MembershipResult', { simpleResolvers: true, description: 'What happened to one user of the list.' })
export class MembershipResultType implements MembershipResult {
  @Field(() => ID, { description: 'The user’s id.' })
  userId!: string;

  @Field(() => outcome, { description: 'What happened.' })
  outcome!: Outcome;
}

@ObjectType({ simpleResolvers: true, description: 'The results of a change of memberships.' })
export class MembershipPayload extends payloadType('group', () => GroupType, 'The group after the change.') {
  @Field(() => [MembershipResultType], {
    description: 'One result for each user. A user who is listed twice has one result.',
  })
  results!: MembershipResult[];
}

@ObjectType({ simpleResolvers: true, description: 'A group that was created, changed or deleted.' })
export class GroupPayload extends payloadType('group', () => GroupType, 'The group. A deleted one is as it was.') {}

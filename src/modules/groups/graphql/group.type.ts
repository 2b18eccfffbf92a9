import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { connectionType, edgeType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType, VERSION } from '../../../ground/kernel/graphql/types.ts';
import { UserType } from '../../users/graphql/index.ts';
import type { Group } from '../group.entity.ts';

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

@ObjectType({ simpleResolvers: true, description: 'A group that was created, changed or deleted.' })
export class GroupPayload extends payloadType('group', () => GroupType, 'The group. A deleted one is as it was.') {}

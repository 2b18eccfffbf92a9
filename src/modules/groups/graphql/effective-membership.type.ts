import { ObjectType } from 'type-graphql';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { UserType } from '../../users/graphql/index.ts';
import { GroupType } from './group.type.ts';

@ObjectType({
  simpleResolvers: true,
  description: 'A user in a group or in a group in it, and their place in the list.',
})
export class EffectiveMemberEdge extends edgeType(() => UserType) {
  userId!: string;
  groupId!: string;
}

@ObjectType({ description: 'A page of the users in a group or in a group in it.' })
export class EffectiveMemberConnection extends connectionType(() => EffectiveMemberEdge) {}

@ObjectType({
  simpleResolvers: true,
  description: 'A group that a user is in, directly or through other groups, and its place in the list.',
})
export class EffectiveGroupEdge extends edgeType(() => GroupType) {
  userId!: string;
  groupId!: string;
}

@ObjectType({ description: 'A page of the groups that a user is in, directly or through other groups.' })
export class EffectiveGroupConnection extends connectionType(() => EffectiveGroupEdge) {}

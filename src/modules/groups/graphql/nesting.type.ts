import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { BaseResult } from '../../../ground/kernel/graphql/bulk-type.ts';
import { payloadType } from '../../../ground/kernel/graphql/types.ts';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { GroupType } from './group.type.ts';

@ObjectType({ simpleResolvers: true, description: 'A group in a group, and its place in the list.' })
class NestedGroupEdge extends edgeType(() => GroupType) {
  @Field(() => GraphQLDateTimeISO, { description: 'When the one was put into the other.' })
  joinedAt!: Date;
}

@ObjectType({ description: 'A page of groups in a group, or around it.' })
export class NestedGroupConnection extends connectionType(() => NestedGroupEdge) {}

@ObjectType('NestingResult', { simpleResolvers: true, description: 'What happened to one group of the list.' })
export class NestingResultType extends BaseResult {
  @Field(() => ID, { description: 'The id of the group that was to be put in or taken out.' })
  memberGroupId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The results of a change of the groups in a group.' })
export class NestingPayload extends payloadType('group', () => GroupType, 'The outer group after the change.') {
  @Field(() => [NestingResultType], {
    description: 'One result for each group. A group that is listed twice has one result.',
  })
  results!: NestingResultType[];

  @Field(() => Int, { description: 'How many nestings the operation changed.' })
  changedCount!: number;
}

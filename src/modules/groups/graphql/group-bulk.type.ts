import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { BULK_MAX, type Selection } from '../../../ground/kernel/bulk.ts';
import { whereType } from '../../../ground/lists/graphql/conditions.ts';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { AttributeInput, CREATED_ATTRIBUTES } from '../../attributes/graphql/index.ts';
import { GIVEN_MAX } from '../../attributes/index.ts';
import { BaseResult, bulkPayloadType } from '../../../ground/kernel/graphql/bulk-type.ts';
import type { Group } from '../group.entity.ts';
import { UpdateGroupInput } from './group.input.ts';
import { GroupType } from './group.type.ts';
import { groupFilter } from '../group.filter.ts';

@InputType({
  description: `Which groups a bulk operation is about: at most ${BULK_MAX}. Either by ids or by a condition.`,
})
export class GroupSelectionInput implements Selection<object> {
  @Fulfills({ maxItems: BULK_MAX, format: 'uuid' })
  @Field(() => [ID], { nullable: true, description: 'The groups’ ids. One that is listed twice counts once.' })
  ids?: string[] | null;

  @Field(() => whereType(groupFilter), {
    nullable: true,
    description: 'Conditions of the groups. They need expectedCount.',
  })
  where?: object | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many groups the selection has. If it has more or fewer, the operation is refused (SELECTION_DIFFERS) and changes nothing.',
  })
  expectedCount?: number | null;
}

@InputType({ description: 'A group to create without members.' })
export class NewGroupInput extends UpdateGroupInput {
  @Field(() => String, { description: 'Unique within the customer.' })
  override name!: string;

  @Fulfills({ maxItems: GIVEN_MAX })
  @Field(() => [AttributeInput], { nullable: true, description: CREATED_ATTRIBUTES })
  override attributes?: AttributeInput[] | null;
}

@ObjectType('GroupResult', { simpleResolvers: true, description: 'What became of one group of a bulk operation.' })
export class GroupResultType extends BaseResult {
  @Field(() => ID, { description: 'The group’s id.' })
  groupId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The results of a bulk operation on groups.' })
export class GroupsPayload extends bulkPayloadType(() => GroupResultType) {}

@ObjectType('CreateGroupResult', {
  simpleResolvers: true,
  description: 'The result for one item of the list: a group or an error.',
})
export class CreateGroupResultType extends BaseResult {
  @Field(() => Int, { description: 'The item’s index in the list, from 0.' })
  index!: number;

  @Field(() => GroupType, { nullable: true, description: 'The group, if one was created.' })
  group!: Group | null;
}

@ObjectType({ simpleResolvers: true, description: 'The results for a list of groups to create.' })
export class CreateGroupsPayload extends bulkPayloadType(() => CreateGroupResultType) {}

import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { BULK_MAX, type Selection } from '../../../ground/kernel/bulk.ts';
import { whereType } from '../../../ground/lists/graphql/conditions.ts';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { BaseResult, bulkPayloadType } from '../../../ground/kernel/graphql/bulk-type.ts';
import { userFilter } from '../user.filter.ts';

@InputType({
  description: `Which users a bulk operation is about: at most ${BULK_MAX}. Either by ids or by a condition.`,
})
export class UserSelectionInput implements Selection<object> {
  @Fulfills({ maxItems: BULK_MAX, format: 'uuid' })
  @Field(() => [ID], { nullable: true, description: 'The users’ ids. One that is listed twice counts once.' })
  ids?: string[] | null;

  @Field(() => whereType(userFilter), {
    nullable: true,
    description: 'Conditions of the users. They need expectedCount.',
  })
  where?: object | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many users the selection has. If it has more or fewer, the operation is refused (SELECTION_DIFFERS) and changes nothing.',
  })
  expectedCount?: number | null;
}

@ObjectType('UserResult', { simpleResolvers: true, description: 'What became of one user of a bulk operation.' })
export class UserResultType extends BaseResult {
  @Field(() => ID, { description: 'The user’s id.' })
  userId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The results of a bulk operation on users.' })
export class UsersPayload extends bulkPayloadType(() => UserResultType) {}

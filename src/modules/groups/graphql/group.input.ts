import { Field, ID, InputType } from 'type-graphql';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { AttributeInput, CREATED_ATTRIBUTES, GIVEN_ATTRIBUTES } from '../../attributes/graphql/index.ts';
import { GIVEN_MAX } from '../../attributes/index.ts';
import { DESCRIPTION_MAX, MEMBERS_MAX, NAME_MAX, type CreateGroup, type UpdateGroup } from '../group.input.ts';

@InputType({ description: 'Changes to a group. Omitted fields stay unchanged.' })
export class UpdateGroupInput implements UpdateGroup {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { nullable: true, description: `Unique within the customer. At most ${NAME_MAX} characters.` })
  name?: string | null;

  @Fulfills({ maxLength: DESCRIPTION_MAX })
  @Field(() => String, { nullable: true, description: `What the group is for. At most ${DESCRIPTION_MAX} characters.` })
  description?: string | null;

  @Fulfills({ maxItems: GIVEN_MAX })
  @Field(() => [AttributeInput], { nullable: true, description: GIVEN_ATTRIBUTES })
  attributes?: AttributeInput[] | null;

  @Fulfills({ format: 'uuid' })
  @Field(() => ID, { nullable: true, description: 'The organization that the group belongs to. Null for none.' })
  organizationId?: string | null;
}

@InputType({ description: 'A group to create.' })
export class CreateGroupInput extends UpdateGroupInput implements CreateGroup {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { description: `Unique within the customer. At most ${NAME_MAX} characters.` })
  override name!: string;

  @Fulfills({ maxItems: MEMBERS_MAX, format: 'uuid' })
  @Field(() => [ID], { nullable: true, description: `The first members. At most ${MEMBERS_MAX}.` })
  memberIds?: string[] | null;

  @Fulfills({ maxItems: GIVEN_MAX })
  @Field(() => [AttributeInput], { nullable: true, description: CREATED_ATTRIBUTES })
  override attributes?: AttributeInput[] | null;
}

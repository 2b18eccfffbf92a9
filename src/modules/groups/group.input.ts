import { Field, ID, InputType } from 'type-graphql';
import { readId } from '../../kernel/ids.ts';
import { readAll } from '../../kernel/input.ts';
import { Fulfills } from '../../kernel/input-rules.ts';
import { readLine, readText } from '../../kernel/text.ts';
import { AttributeInput, CREATED_ATTRIBUTES, GIVEN_ATTRIBUTES, GIVEN_MAX } from '../attributes/index.ts';

/** The most characters of a group's name. */
export const NAME_MAX = 255;
/** The most characters of a group's description. */
export const DESCRIPTION_MAX = 2000;
/** The most users that one request may name. */
export const MEMBERS_MAX = 10_000;

@InputType({ description: 'Changes to a group. Omitted fields stay unchanged.' })
export class UpdateGroupInput {
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
export class CreateGroupInput extends UpdateGroupInput {
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

/** Readers of the given fields of a group. */
export const groupReaders = ({ name, description, organizationId }: UpdateGroupInput) => ({
  ...(typeof name === 'string' && { name: () => readLine('name', name, { max: NAME_MAX }) }),
  ...(typeof description === 'string' && {
    description: () => readText('description', description, { min: 0, max: DESCRIPTION_MAX }),
  }),
  ...(organizationId !== undefined && {
    organizationId: () => (organizationId ? readId('organizationId', organizationId) : null),
  }),
});

/** Reads the given fields of a group. Throws `invalid` with all faults. */
export const readGroup = (input: UpdateGroupInput) => readAll(groupReaders(input));

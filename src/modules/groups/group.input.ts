import { Field, ID, InputType } from 'type-graphql';
import { readId } from '../../kernel/ids.ts';
import { readLine, readText } from '../../kernel/text.ts';

/** The most characters of a group's name. */
const NAME_MAX = 255;
/** The most characters of a group's description. */
const DESCRIPTION_MAX = 2000;
/** The most users one request may name. */
export const MEMBERS_MAX = 10_000;

@InputType({ description: 'What is to change of a group; what is left out stays.' })
export class UpdateGroupInput {
  @Field(() => String, { nullable: true, description: `Unique within the customer; at most ${NAME_MAX} characters.` })
  name?: string | null;

  @Field(() => String, { nullable: true, description: `What the group is for; at most ${DESCRIPTION_MAX} characters.` })
  description?: string | null;

  @Field(() => ID, { nullable: true, description: 'The organization the group is scoped to; null for none.' })
  organizationId?: string | null;
}

@InputType({ description: 'A group to be made.' })
export class CreateGroupInput extends UpdateGroupInput {
  @Field(() => String, { description: `Unique within the customer; at most ${NAME_MAX} characters.` })
  override name!: string;

  @Field(() => [ID], { nullable: true, description: `The first members; at most ${MEMBERS_MAX}.` })
  memberIds?: string[] | null;
}

/** What a caller gives of a group, as it is stored; `invalid` where it cannot be. */
export const readGroup = ({ name, description, organizationId }: UpdateGroupInput) => ({
  ...(typeof name === 'string' && { name: readLine('name', name, { max: NAME_MAX }) }),
  ...(typeof description === 'string' && {
    description: readText('description', description, { min: 0, max: DESCRIPTION_MAX }),
  }),
  ...(organizationId !== undefined && {
    organizationId: organizationId ? readId('organizationId', organizationId) : null,
  }),
});

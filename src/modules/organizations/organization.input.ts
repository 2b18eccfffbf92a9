import { Field, InputType } from 'type-graphql';
import { Fulfills } from '../../kernel/input-rules.ts';
import { readLine } from '../../kernel/text.ts';

/** The most characters of an organization's name. */
export const NAME_MAX = 255;
const NAME = `Unique within the customer. At most ${NAME_MAX} characters.`;

@InputType({ description: 'Changes to an organization. Omitted fields stay unchanged.' })
export class UpdateOrganizationInput {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;
}

@InputType({ description: 'An organization to create.' })
export class CreateOrganizationInput extends UpdateOrganizationInput {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { description: NAME })
  override name!: string;
}

/** Reads the given fields of an organization. Throws `invalid` for a bad one. */
export const readOrganization = ({ name }: UpdateOrganizationInput) => ({
  ...(typeof name === 'string' && { name: readLine('name', name, { max: NAME_MAX }) }),
});

import { Field, InputType } from 'type-graphql';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { NAME_MAX, type CreateOrganization, type UpdateOrganization } from '../organization.input.ts';

const NAME = `Unique within the customer. At most ${NAME_MAX} characters.`;

@InputType({ description: 'Changes to an organization. Omitted fields stay unchanged.' })
export class UpdateOrganizationInput implements UpdateOrganization {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;
}

@InputType({ description: 'An organization to create.' })
export class CreateOrganizationInput extends UpdateOrganizationInput implements CreateOrganization {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { description: NAME })
  override name!: string;
}

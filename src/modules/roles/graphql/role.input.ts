import { Field, ID, InputType } from 'type-graphql';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import type { RoleKind } from '../role.entity.ts';
import { DESCRIPTION_MAX, NAME_MAX, PERMISSIONS_MAX, type CreateRole, type UpdateRole } from '../role.input.ts';
import { RoleKindEnum } from './role.type.ts';

const NAME = `Unique within the API, or among the customer’s other roles. At most ${NAME_MAX} characters.`;

@InputType({ description: 'Changes to a role. Omitted fields stay unchanged.' })
export class UpdateAccessRoleInput implements UpdateRole {
  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Fulfills({ maxLength: DESCRIPTION_MAX })
  @Field(() => String, { nullable: true, description: `What the role is for. At most ${DESCRIPTION_MAX} characters.` })
  description?: string | null;

  @Fulfills({ maxItems: PERMISSIONS_MAX, format: 'uuid' })
  @Field(() => [ID], {
    nullable: true,
    description: `The ids of the scopes of APIs that the role allows, instead of those before. At most ${PERMISSIONS_MAX}. A role of an API has only scopes of that API.`,
  })
  scopeIds?: string[] | null;
}

@InputType({ description: 'A role to create.' })
export class CreateAccessRoleInput extends UpdateAccessRoleInput implements CreateRole {
  @Field(() => RoleKindEnum, { description: 'Where the role belongs.' })
  kind!: RoleKind;

  @Fulfills({ format: 'uuid' })
  @Field(() => ID, { nullable: true, description: 'The API of a role of the kind API. Others have none.' })
  apiId?: string | null;

  @Fulfills({ maxLength: NAME_MAX })
  @Field(() => String, { description: NAME })
  override name!: string;
}

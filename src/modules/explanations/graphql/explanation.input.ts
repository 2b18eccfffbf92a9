import { Field, ID, InputType } from 'type-graphql';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import type { Subject, SubjectKind } from '../../access/index.ts';
import { RoleHolderKindEnum } from '../../roles/graphql/index.ts';
import { SUPPOSED_MAX, type SupposedRole, type WhatIf } from '../supposition.input.ts';

@InputType({ description: 'Whom a question is about.' })
export class AccessSubjectInput implements Subject {
  @Field(() => RoleHolderKindEnum, { description: 'What it is. A client is one that acts for itself.' })
  kind!: SubjectKind;

  @Field(() => ID, { description: 'Its id. A user is also found by username or address.' })
  id!: string;
}

@InputType({ description: 'A role that a question adds or removes.' })
export class SupposedRoleInput implements SupposedRole {
  @Fulfills({ format: 'uuid' })
  @Field(() => ID, { description: 'The role.' })
  accessRoleId!: string;

  @Fulfills({ format: 'uuid' })
  @Field(() => ID, {
    nullable: true,
    description:
      'The organization for which it is. Null for everywhere, which a role of the kind ORGANIZATION cannot be.',
  })
  organizationId?: string | null;
}

@InputType({ description: 'What a question supposes. Nothing is written.' })
export class AccessWhatIfInput implements WhatIf {
  @Fulfills({ maxItems: SUPPOSED_MAX, format: 'uuid' })
  @Field(() => [ID], { nullable: true, description: 'Groups that the user, or the group, would be in.' })
  addGroupIds?: string[] | null;

  @Fulfills({ maxItems: SUPPOSED_MAX, format: 'uuid' })
  @Field(() => [ID], { nullable: true, description: 'Groups that it would be in no more, itself.' })
  removeGroupIds?: string[] | null;

  @Fulfills({ maxItems: SUPPOSED_MAX })
  @Field(() => [SupposedRoleInput], { nullable: true, description: 'Roles that it would have itself.' })
  addRoles?: SupposedRoleInput[] | null;

  @Fulfills({ maxItems: SUPPOSED_MAX })
  @Field(() => [SupposedRoleInput], { nullable: true, description: 'Roles that it would no longer have itself.' })
  removeRoles?: SupposedRoleInput[] | null;
}

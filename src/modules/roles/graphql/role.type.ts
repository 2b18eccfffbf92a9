import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { enumOf, Node, payloadType, VERSION } from '../../../ground/kernel/graphql/types.ts';
import { ROLE_KINDS, type Role, type RoleKind } from '../role.entity.ts';
import type { RoleHolders } from '../role-holders.ts';

export const RoleKindEnum = enumOf(ROLE_KINDS);
registerChoices(RoleKindEnum, {
  name: 'RoleKind',
  description: 'Where a role belongs.',
  valuesConfig: {
    API: { description: 'To one API. It allows scopes of that API.' },
    CUSTOMER: { description: 'To the customer. It allows scopes of any API.' },
    ORGANIZATION: {
      description:
        'To the template of all organizations: it is assigned for one of them, and allows scopes of any API.',
    },
  },
});

@ObjectType('AccessRole', {
  implements: Node,
  simpleResolvers: true,
  description: 'A named set of scopes of APIs, which users, groups and service accounts can have.',
})
export class AccessRoleType extends Node implements Partial<Columns<Role>> {
  @Field(() => ID, { description: 'The customer the role belongs to.' })
  customerId!: string;

  @Field(() => RoleKindEnum, { description: 'Where the role belongs.' })
  kind!: RoleKind;

  @Field(() => ID, { nullable: true, description: 'The API of a role of the kind API; null for others.' })
  apiId!: string | null;

  @Field(() => String, { description: 'Unique within the API, or among the customer’s other roles.' })
  name!: string;

  @Field(() => String, { description: 'What the role is for. May be empty.' })
  description!: string;

  @Field(() => Int, VERSION)
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the role was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the name, description or permissions last changed.' })
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A role and its place in the list.' })
class AccessRoleEdge extends edgeType(() => AccessRoleType) {}

@ObjectType({ description: 'A page of roles.' })
export class AccessRoleConnection extends connectionType(() => AccessRoleEdge) {}

@ObjectType({ simpleResolvers: true, description: 'A role that was created or changed.' })
export class AccessRolePayload extends payloadType('accessRole', () => AccessRoleType, 'The role.') {}

@ObjectType('RoleHolders', {
  simpleResolvers: true,
  description: 'How many have a role. One that has it for two organizations counts twice.',
})
export class RoleHoldersType implements RoleHolders {
  @Field(() => Int, { description: 'How many users, not counting those who have it by a group.' })
  users!: number;

  @Field(() => Int, { description: 'How many groups.' })
  groups!: number;

  @Field(() => Int, { description: 'How many service accounts.' })
  clients!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A role that was deleted, or would have been.' })
export class DeleteAccessRolePayload extends payloadType('accessRole', () => AccessRoleType, 'The role as it was.') {
  @Field(() => RoleHoldersType, { description: 'Who has lost the role with it, or would.' })
  holders!: RoleHolders;
}

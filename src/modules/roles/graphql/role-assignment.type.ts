import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { BaseResult, bulkPayloadType } from '../../../ground/kernel/graphql/bulk-type.ts';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { enumOf, Node } from '../../../ground/kernel/graphql/types.ts';
import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import { connectionType, edgeType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import type { Columns } from '../../../ground/kernel/entity.ts';
import type { RoleAssignment } from '../role-assignment.entity.ts';
import { HOLDERS_MAX, type Holders, type RoleGift } from '../role-assignment.input.ts';
import { HOLDER_KINDS, type HolderKind } from '../role-holders.ts';
import { AccessRoleType } from './role.type.ts';

export const RoleHolderKindEnum = enumOf(HOLDER_KINDS);
registerChoices(RoleHolderKindEnum, {
  name: 'RoleHolderKind',
  description: 'What can have a role.',
  valuesConfig: {
    USER: { description: 'A user.' },
    GROUP: { description: 'A group: everybody in it has the role.' },
    CLIENT: { description: 'A client that acts for itself.' },
  },
});

@ObjectType('RoleAssignment', {
  implements: Node,
  simpleResolvers: true,
  description: 'A role that a user, a group or a service account has. One that has ended is told nowhere.',
})
export class RoleAssignmentType extends Node implements Partial<Columns<RoleAssignment>> {
  @Field(() => ID, { nullable: true, description: 'The organization for which it is. Null for everywhere.' })
  organizationId!: string | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it ends. Null if it does not.' })
  expiresAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When the role was assigned.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'An assignment of a role and its place in the list.' })
class RoleAssignmentEdge extends edgeType(() => RoleAssignmentType) {}

@ObjectType({ description: 'A page of assignments of roles.' })
export class RoleAssignmentConnection extends connectionType(() => RoleAssignmentEdge, OWN_COUNT_COST) {}

const COUNT = `At most ${HOLDERS_MAX} holders in all.`;

@InputType({ description: `Who loses a role. ${COUNT}` })
export class UnassignRoleInput implements Holders {
  @Fulfills({ maxItems: HOLDERS_MAX, format: 'uuid' })
  @Field(() => [ID], { nullable: true, description: 'The users’ ids.' })
  userIds?: string[] | null;

  @Fulfills({ maxItems: HOLDERS_MAX, format: 'uuid' })
  @Field(() => [ID], { nullable: true, description: 'The groups’ ids.' })
  groupIds?: string[] | null;

  @Fulfills({ maxItems: HOLDERS_MAX })
  @Field(() => [ID], { nullable: true, description: 'The ids of clients that act for themselves.' })
  clientIds?: string[] | null;

  @Fulfills({ format: 'uuid' })
  @Field(() => ID, {
    nullable: true,
    description:
      'The organization for which it is. Null for everywhere, which a role of the kind ORGANIZATION cannot be.',
  })
  organizationId?: string | null;
}

@InputType({ description: `Who gets a role, and until when. ${COUNT}` })
export class AssignRoleInput extends UnassignRoleInput implements RoleGift {
  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description:
      'When it ends, which is yet to come. Null for no end. If it is omitted, those who have the role keep their end, and others get it without one.',
  })
  expiresAt?: Date | null;
}

@ObjectType('RoleAssignmentResult', { simpleResolvers: true, description: 'What became of one holder of the list.' })
export class RoleAssignmentResultType extends BaseResult {
  @Field(() => RoleHolderKindEnum, { description: 'What the holder is.' })
  holderKind!: HolderKind;

  @Field(() => ID, { description: 'The holder’s id.' })
  holderId!: string;

  @Field(() => RoleAssignmentType, {
    nullable: true,
    description: 'What the holder has now. Null if it has not the role.',
  })
  assignment!: RoleAssignment | null;
}

@ObjectType({ simpleResolvers: true, description: 'The results of a change of who has a role.' })
export class RoleAssignmentsPayload extends bulkPayloadType(() => RoleAssignmentResultType) {
  @Field(() => AccessRoleType, { nullable: true, description: 'The role.' })
  accessRole!: AccessRoleType | null;
}

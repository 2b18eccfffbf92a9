import { Field, ID, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType } from '../../../ground/kernel/graphql/types.ts';
import type { InvitationState } from '../invitation.service.ts';
import type { Invitation } from '../invitation.entity.ts';

export const InvitationStateEnum = {
  PENDING: 'pending',
  ACCEPTED: 'accepted',
  EXPIRED: 'expired',
  REVOKED: 'revoked',
} as const satisfies Record<string, InvitationState>;
registerChoices(InvitationStateEnum, {
  name: 'InvitationState',
  description: 'The state of an invitation.',
  valuesConfig: {
    PENDING: { description: 'The link works.' },
    ACCEPTED: { description: 'The user has set a password.' },
    EXPIRED: { description: 'The link has expired. The invitation can be sent again.' },
    REVOKED: { description: 'The invitation was revoked.' },
  },
});

@ObjectType('Invitation', { implements: Node, description: 'An invitation to set a password.' })
export class InvitationType extends Node implements Partial<Columns<Invitation>> {
  @Field(() => ID, { simple: true, description: 'The invited user.' })
  userId!: string;

  @Field(() => String, { simple: true, description: 'The address that the invitation was sent to.' })
  email!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'The application that the user is invited to.' })
  applicationUrl!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'What that application was called when it was sent. Null if none is registered there, or several are.',
  })
  applicationName!: string | null;

  @Field(() => ID, { simple: true, nullable: true, description: 'The user or client who sent it last.' })
  inviterId!: string | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When it was first sent.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When it was last sent.' })
  sentAt!: Date;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When the link expires.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When the user accepted it.' })
  acceptedAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When it was revoked.' })
  revokedAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'An invitation and its place in the list.' })
class InvitationEdge extends edgeType(() => InvitationType) {}

@ObjectType({ description: 'A page of invitations.' })
export class InvitationConnection extends connectionType(() => InvitationEdge) {}

@ObjectType({ simpleResolvers: true, description: 'An invitation that was sent or revoked.' })
export class InvitationPayload extends payloadType('invitation', () => InvitationType, 'The invitation.') {}

import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType } from '../../../ground/kernel/graphql/types.ts';
import type { LogoutDelivery } from '../logout-delivery.entity.ts';
import type { LogoutDeliveryState } from '../logout-delivery.service.ts';

export const LogoutDeliveryStateEnum = {
  PENDING: 'pending',
  DELIVERED: 'delivered',
  DEAD: 'dead',
} as const satisfies Record<string, LogoutDeliveryState>;
registerChoices(LogoutDeliveryStateEnum, {
  name: 'LogoutDeliveryState',
  description: 'The state of a logout delivery.',
  valuesConfig: {
    PENDING: { description: 'The delivery waits for its first or next attempt.' },
    DELIVERED: { description: 'The client has accepted the logout token.' },
    DEAD: { description: 'All attempts failed. The delivery can be retried.' },
  },
});

@ObjectType('LogoutDelivery', {
  implements: Node,
  description: 'A back-channel logout: the message to one client that a user’s session has ended.',
})
export class LogoutDeliveryType extends Node implements Partial<Columns<LogoutDelivery>> {
  @Field(() => ID, { simple: true, description: 'The client that gets the message.' })
  clientId!: string;

  @Field(() => ID, { simple: true, description: 'The user who was signed in.' })
  userId!: string;

  @Field(() => ID, { simple: true, description: 'The session that ended: the `sid` of its tokens.' })
  sessionId!: string;

  @Field(() => Int, { simple: true, description: 'The number of attempts.' })
  attempts!: number;

  @Field(() => GraphQLDateTimeISO, {
    simple: true,
    nullable: true,
    description: 'When the next attempt of a pending delivery is due. Null for at once.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, {
    simple: true,
    nullable: true,
    description: 'When the client accepted the logout token.',
  })
  deliveredAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When the last attempt failed.' })
  failedAt!: Date | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The error of the last failed attempt.' })
  lastError!: string | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When the session ended.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A delivery and its place in the list.' })
class LogoutDeliveryEdge extends edgeType(() => LogoutDeliveryType) {}

@ObjectType({ description: 'A page of deliveries.' })
export class LogoutDeliveryConnection extends connectionType(() => LogoutDeliveryEdge) {}

@ObjectType({ simpleResolvers: true, description: 'A logout that is retried.' })
export class LogoutDeliveryPayload extends payloadType('logoutDelivery', () => LogoutDeliveryType, 'The delivery.') {}

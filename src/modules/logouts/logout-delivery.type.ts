import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { connectionType, ConnectionArgs, edgeType } from '../../kernel/graphql.ts';
import type { LogoutDelivery } from './logout-delivery.entity.ts';
import type { LogoutDeliveryState } from './logout-delivery.service.ts';

export const LogoutDeliveryStateEnum = {
  PENDING: 'pending',
  DELIVERED: 'delivered',
  DEAD: 'dead',
} as const satisfies Record<string, LogoutDeliveryState>;
registerEnumType(LogoutDeliveryStateEnum, {
  name: 'LogoutDeliveryState',
  description: 'Where telling a client of a logout stands.',
  valuesConfig: {
    PENDING: { description: 'It waits for its first or next attempt.' },
    DELIVERED: { description: 'The client has answered that it understood.' },
    DEAD: { description: 'Every attempt failed; it can be tried again.' },
  },
});

@ObjectType('LogoutDelivery', {
  description: 'A client that is told by back-channel logout that a session of a user has ended.',
})
export class LogoutDeliveryType implements Partial<LogoutDelivery> {
  @Field(() => ID, { simple: true, description: 'Names it, to have it tried again.' })
  id!: string;

  @Field(() => ID, { simple: true, description: 'The client that is told.' })
  clientId!: string;

  @Field(() => ID, { simple: true, description: 'The user who was signed in.' })
  userId!: string;

  @Field(() => ID, { simple: true, description: 'The session that has ended; the `sid` of its tokens.' })
  sessionId!: string;

  @Field(() => Int, { simple: true, description: 'How often telling it was begun.' })
  attempts!: number;

  @Field(() => GraphQLDateTimeISO, {
    simple: true,
    nullable: true,
    description: 'When the next attempt of a pending one is due; null for at once.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When the client understood.' })
  deliveredAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When it was given up.' })
  failedAt!: Date | null;

  @Field(() => String, { simple: true, nullable: true, description: 'What the last failed attempt ended with.' })
  lastError!: string | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When the session ended.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A delivery and its place in the list.' })
class LogoutDeliveryEdge extends edgeType(() => LogoutDeliveryType) {}

@ObjectType({ description: 'A page of deliveries.' })
export class LogoutDeliveryConnection extends connectionType(() => LogoutDeliveryEdge) {}

@ArgsType()
export class LogoutDeliveryListArgs extends ConnectionArgs {
  @Field(() => LogoutDeliveryStateEnum, { nullable: true, description: 'Only those that stand so.' })
  state?: LogoutDeliveryState | null;
}

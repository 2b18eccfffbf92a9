import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDate, GraphQLDateTimeISO, GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { Node } from '../../../ground/kernel/graphql/types.ts';
import type { AuditChange } from '../audit-changes.ts';
import type { AuditEvent } from '../audit-event.entity.ts';
import { DAYS_MAX, type ActionCount, type CountFilter } from '../daily-count.service.ts';

const ActorTypeEnum = { USER: 'user', CLIENT: 'client', SYSTEM: 'system', ANONYMOUS: 'anonymous' } as const;
registerChoices(ActorTypeEnum, {
  name: 'ActorType',
  description: 'The type of an actor.',
  valuesConfig: {
    USER: { description: 'A user.' },
    CLIENT: { description: 'A service account.' },
    SYSTEM: { description: 'The server’s command line.' },
    ANONYMOUS: { description: 'Nobody who is known, as in a failed login.' },
  },
});

@ObjectType('AuditChange', { simpleResolvers: true, description: 'A field that an event changed.' })
export class AuditChangeType implements AuditChange {
  @Field(() => String, { description: 'The name of the field, as in the schema.' })
  field!: string;

  @Field(() => Boolean, { description: 'Whether the audit trail does not show the values, such as a phone number.' })
  isHidden!: boolean;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'The value before. Null if there was none, or it is hidden.',
  })
  old!: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'The value since. Null if there is none, or it is hidden.' })
  new!: unknown;
}

@ObjectType('AuditEvent', {
  implements: Node,
  simpleResolvers: true,
  description:
    'Who did what to what, from where and when. An event is written together with its change. Nobody alters it, but users who delete themselves are forgotten.',
})
export class AuditEventType extends Node implements Partial<Columns<AuditEvent>> {
  @Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })
  occurredAt!: Date;

  @Field(() => String, { description: 'What was done, such as `group.created` or `login.failed`.' })
  action!: string;

  @Field(() => ActorTypeEnum, { description: 'The type of the actor.' })
  actorType!: string;

  @Field(() => ID, { nullable: true, description: 'The id of the user or client who acted. Null for other actors.' })
  actorId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The client that a user acted through. Null on the pages of this server.',
  })
  clientId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The administrator who acted as the user, or began to. Null for everybody in person.',
  })
  impersonatorId!: string | null;

  @Field(() => String, { description: 'The type of what was affected: `user`, `group`, `client` …' })
  subjectType!: string;

  @Field(() => ID, { description: 'The id of what was affected. `unknown` if it does not exist.' })
  subjectId!: string;

  @Field(() => String, { description: 'The IP address of the request. Empty for the command line.' })
  ipAddress!: string;

  @Field(() => String, { description: 'The id of the request, as in the log.' })
  requestId!: string;

  @Field(() => GraphQLJSONObject, { description: 'Names and ids that explain the event. Never a secret.' })
  details!: Record<string, unknown>;

  @Field(() => ID, {
    nullable: true,
    description:
      'The fold that it is in: the id of the first event of its request that did the same, which can be its own. Null for what does not fold, such as logins.',
  })
  foldId!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'An event and its place in the list.' })
class AuditEventEdge extends edgeType(() => AuditEventType) {}

@ObjectType({ description: 'A page of the audit trail.' })
export class AuditEventConnection extends connectionType(() => AuditEventEdge) {}

@ObjectType('AuditCount', { simpleResolvers: true, description: 'How often something happened on a day.' })
export class AuditCountType implements ActionCount {
  @Field(() => GraphQLDate, { description: 'The day, in UTC.' })
  day!: string;

  @Field(() => String, { description: 'What was done, as in the audit trail.' })
  action!: string;

  @Field(() => Int, { description: 'How often, at least once.' })
  count!: number;
}

@ArgsType()
export class AuditCountArgs implements CountFilter {
  @Field(() => [String], { nullable: true, description: 'Only these actions: at most 50. By default all.' })
  actions?: string[] | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: `The first day, in UTC, up to ${DAYS_MAX - 1} days before the last. By default, 29 days before it.`,
  })
  from?: Date | null;

  @Field(() => GraphQLDate, { nullable: true, description: 'The last day, in UTC. By default, today.' })
  to?: Date | null;
}

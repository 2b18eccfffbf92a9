import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import { connectionType, ConnectionArgs, edgeType } from '../../kernel/graphql.ts';
import type { AuditFilter } from './audit-list.service.ts';
import type { AuditEvent } from './audit-event.entity.ts';

const ActorType = { USER: 'user', CLIENT: 'client', SYSTEM: 'system', ANONYMOUS: 'anonymous' } as const;
registerEnumType(ActorType, {
  name: 'ActorType',
  description: 'What kind of actor did something.',
  valuesConfig: {
    USER: { description: 'A user.' },
    CLIENT: { description: 'A service account.' },
    SYSTEM: { description: 'The server’s command line.' },
    ANONYMOUS: { description: 'Nobody known: a failed login, for example.' },
  },
});

@ObjectType('AuditEvent', {
  simpleResolvers: true,
  description: 'Who did what to what, from where and when. Written with the change it tells of, and never altered.',
})
export class AuditEventType implements Partial<AuditEvent> {
  @Field(() => ID, { description: 'The event’s id.' })
  id!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })
  occurredAt!: Date;

  @Field(() => String, { description: 'What was done, such as `group.created` or `login.failed`.' })
  action!: string;

  @Field(() => ActorType, { description: 'What kind of actor did it.' })
  actorType!: string;

  @Field(() => ID, { nullable: true, description: 'The user or client who did it; null for the others.' })
  actorId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The client a user acted through; null on the pages of this server.',
  })
  clientId!: string | null;

  @Field(() => String, { description: 'What kind of thing it was done to: `user`, `group`, `client` …' })
  subjectType!: string;

  @Field(() => ID, { description: 'The id of that thing; `unknown` where there was none.' })
  subjectId!: string;

  @Field(() => String, { description: 'The address it was done from; empty for the command line.' })
  ipAddress!: string;

  @Field(() => String, { description: 'The request it was done by, as the log names it.' })
  requestId!: string;

  @Field(() => GraphQLJSONObject, { description: 'Names and ids that explain it; never a secret.' })
  details!: Record<string, unknown>;
}

@ObjectType({ simpleResolvers: true, description: 'An event and its place in the list.' })
class AuditEventEdge extends edgeType(() => AuditEventType) {}

@ObjectType({ description: 'A page of the audit trail.' })
export class AuditEventConnection extends connectionType(() => AuditEventEdge) {}

@ArgsType()
export class AuditEventArgs extends ConnectionArgs implements AuditFilter {
  @Field(() => String, { nullable: true, description: 'Events of this action only.' })
  action?: string | null;

  @Field(() => ID, { nullable: true, description: 'Events of this user or client acting only.' })
  actorId?: string | null;

  @Field(() => String, { nullable: true, description: 'Events about this kind of thing only.' })
  subjectType?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Events about the thing of this id only; for a user, also those that are about them and something else, such as a group they joined.',
  })
  subjectId?: string | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Events of this moment and later only.' })
  from?: Date | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Events before this moment only.' })
  to?: Date | null;
}

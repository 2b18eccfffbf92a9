import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { connectionType, ConnectionArgs, edgeType } from '../../kernel/graphql.ts';
import type { MailState } from './mail.service.ts';
import type { MailKind, OutboxMail } from './outbox-mail.entity.ts';

export const MailStateEnum = { PENDING: 'pending', SENT: 'sent', DEAD: 'dead' } as const satisfies Record<
  string,
  MailState
>;
registerEnumType(MailStateEnum, {
  name: 'MailState',
  description: 'Where a mail stands.',
  valuesConfig: {
    PENDING: { description: 'It waits for its first or next attempt.' },
    SENT: { description: 'The mail server has taken it over.' },
    DEAD: { description: 'Every attempt failed; it can be sent again.' },
  },
});

const MailKindEnum = {
  INVITATION: 'invitation',
  VERIFY_EMAIL: 'verify_email',
  RESET_PASSWORD: 'reset_password',
  CHANGE_EMAIL: 'change_email',
  SECURITY_NOTICE: 'security_notice',
} as const satisfies Record<string, MailKind>;
registerEnumType(MailKindEnum, {
  name: 'MailKind',
  description: 'What a mail is about.',
  valuesConfig: {
    INVITATION: { description: 'Invites a user to activate their account.' },
    VERIFY_EMAIL: { description: 'Asks for a proof of the address.' },
    RESET_PASSWORD: { description: 'Brings a link to set a new password.' },
    CHANGE_EMAIL: { description: 'Asks for a proof of a new address.' },
    SECURITY_NOTICE: { description: 'Tells of a change to the account.' },
  },
});

@ObjectType('Mail', { description: 'A mail of the last weeks. What it says is not kept.' })
export class MailType implements Partial<OutboxMail> {
  @Field(() => ID, { simple: true, description: 'Names it, to have it sent again.' })
  id!: string;

  @Field(() => MailKindEnum, { simple: true, description: 'What it is about.' })
  kind!: MailKind;

  @Field(() => String, { simple: true, description: 'The address it goes to.' })
  to!: string;

  @Field(() => String, { simple: true, description: 'Its subject.' })
  subject!: string;

  @Field(() => Int, { simple: true, description: 'How often sending it was begun.' })
  attempts!: number;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When the next attempt is due, of a pending mail.' })
  nextAttemptAt!: Date;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When it was sent.' })
  sentAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When the last attempt failed.' })
  failedAt!: Date | null;

  @Field(() => String, { simple: true, nullable: true, description: 'What the last failed attempt ended with.' })
  lastError!: string | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When it was written.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A mail and its place in the list.' })
class MailEdge extends edgeType(() => MailType) {}

@ObjectType({ description: 'A page of mails.' })
export class MailConnection extends connectionType(() => MailEdge) {}

@ArgsType()
export class MailListArgs extends ConnectionArgs {
  @Field(() => MailStateEnum, { nullable: true, description: 'Only mails that stand so.' })
  state?: MailState | null;
}

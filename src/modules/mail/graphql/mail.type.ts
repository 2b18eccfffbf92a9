import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType } from '../../../ground/kernel/graphql/types.ts';
import type { MailState } from '../mail.service.ts';
import type { MailKind, OutboxMail } from '../outbox-mail.entity.ts';

export const MailStateEnum = { PENDING: 'pending', SENT: 'sent', DEAD: 'dead' } as const satisfies Record<
  string,
  MailState
>;
registerChoices(MailStateEnum, {
  name: 'MailState',
  description: 'The state of a mail.',
  valuesConfig: {
    PENDING: { description: 'The mail waits for its first or next attempt.' },
    SENT: { description: 'The mail server has accepted the mail.' },
    DEAD: { description: 'All attempts failed. The mail can be sent again.' },
  },
});

const MailKindEnum = {
  INVITATION: 'invitation',
  VERIFY_EMAIL: 'verify_email',
  SIGN_IN_CODE: 'sign_in_code',
  RESET_PASSWORD: 'reset_password',
  CHANGE_EMAIL: 'change_email',
  SECURITY_NOTICE: 'security_notice',
} as const satisfies Record<string, MailKind>;
registerChoices(MailKindEnum, {
  name: 'MailKind',
  description: 'What a mail is about.',
  valuesConfig: {
    INVITATION: { description: 'Invites a user to activate their account.' },
    VERIFY_EMAIL: { description: 'Has a link to verify the address.' },
    SIGN_IN_CODE: { description: 'Has a code that a sign-in asks for.' },
    RESET_PASSWORD: { description: 'Has a link to set another password.' },
    CHANGE_EMAIL: { description: 'Has a link to verify a new address.' },
    SECURITY_NOTICE: { description: 'Reports a change to the account.' },
  },
});

@ObjectType('Mail', { implements: Node, description: 'A mail of the last 30 days. Its text is not kept.' })
export class MailType extends Node implements Partial<Columns<OutboxMail>> {
  @Field(() => MailKindEnum, { simple: true, description: 'What the mail is about.' })
  kind!: MailKind;

  @Field(() => String, { simple: true, description: 'The recipient’s address.' })
  to!: string;

  @Field(() => ID, {
    simple: true,
    nullable: true,
    description: 'The user whom the mail is for. Null for a mail from before this was recorded.',
  })
  userId!: string | null;

  @Field(() => String, { simple: true, description: 'Its subject.' })
  subject!: string;

  @Field(() => Int, { simple: true, description: 'The number of attempts.' })
  attempts!: number;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When the next attempt of a pending mail is due.' })
  nextAttemptAt!: Date;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When it was sent.' })
  sentAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, nullable: true, description: 'When the last attempt failed.' })
  failedAt!: Date | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The error of the last failed attempt.' })
  lastError!: string | null;

  @Field(() => GraphQLDateTimeISO, { simple: true, description: 'When it was created.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A mail and its place in the list.' })
class MailEdge extends edgeType(() => MailType) {}

@ObjectType({ description: 'A page of mails.' })
export class MailConnection extends connectionType(() => MailEdge) {}

@ObjectType({ simpleResolvers: true, description: 'A mail that is sent again.' })
export class MailPayload extends payloadType('mail', () => MailType, 'The mail.') {}

import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDate, GraphQLDateTimeISO } from 'graphql-scalars';
import type { Attention } from '../figures.hot.sql.ts';
import type { ClientLogins, DayFigures, SigningKeyFigures } from '../figures.service.ts';

@ObjectType('DayFigures', { simpleResolvers: true, description: 'What happened on a day.' })
export class DayFiguresType implements DayFigures {
  @Field(() => GraphQLDate, { description: 'The day, in UTC.' })
  day!: string;

  @Field(() => Int, { description: 'How many users signed in.' })
  activeUsers!: number;

  @Field(() => Int, {
    description: 'How many logins succeeded. Single sign-on counts, too: the first code of a session for a client.',
  })
  logins!: number;

  @Field(() => Int, { description: 'How many logins failed.' })
  failedLogins!: number;

  @Field(() => Int, { description: 'How often a second factor was given, at a login or later in a session.' })
  secondFactors!: number;

  @Field(() => Int, { description: 'How many codes of second factors were wrong.' })
  failedSecondFactors!: number;
}

@ObjectType('ClientLogins', { simpleResolvers: true, description: 'How often users signed in to a client.' })
export class ClientLoginsType implements ClientLogins {
  @Field(() => ID, { description: 'The client’s id. The client may no longer exist.' })
  clientId!: string;

  @Field(() => Int, {
    description: 'How many logins succeeded. Single sign-on counts, too: the first code of a session for the client.',
  })
  logins!: number;
}

@ObjectType('SigningKeyFigures', { simpleResolvers: true, description: 'A key that signs tokens, or will.' })
export class SigningKeyFiguresType implements SigningKeyFigures {
  @Field(() => String, { description: 'The key’s id, as in the headers of tokens.' })
  kid!: string;

  @Field(() => String, { description: 'The algorithm, such as `ES256`.' })
  algorithm!: string;

  @Field(() => Boolean, { description: 'Whether it signs. Otherwise it is published, and will.' })
  isSigning!: boolean;

  @Field(() => GraphQLDateTimeISO, { description: 'When it began to sign, or will.' })
  beginsAt!: Date;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When the server makes the next key. Null if only the command line does.',
  })
  rotatesAt!: Date | null;

  @Field(() => Boolean, { description: 'Whether the next key should have been made days ago.' })
  isOverdue!: boolean;
}

@ObjectType('Attention', { description: 'What an administrator should look after.' })
export class AttentionType implements Attention {
  @Field(() => Int, { simple: true, description: 'How many mails could not be sent yet, and are tried again.' })
  failingMails!: number;

  @Field(() => Int, { simple: true, description: 'How many mails of the last 30 days were given up.' })
  deadMails!: number;

  @Field(() => Int, { simple: true, description: 'How many back-channel logouts of the last days were given up.' })
  deadLogoutDeliveries!: number;

  @Field(() => Int, {
    simple: true,
    description: 'How many clients have a replaced secret that expires within a week.',
  })
  expiringSecrets!: number;

  @Field(() => Int, { simple: true, description: 'How many active administrators have no second factor.' })
  administratorsWithoutSecondFactor!: number;
}

@ObjectType('Figures', { description: 'Figures for a dashboard.' })
export class FiguresType {
  readonly period!: number;
}

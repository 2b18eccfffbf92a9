import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Role } from '../../kernel/access.ts';
import type { AppError, ErrorCode } from '../../kernel/errors.ts';
import { NAME_MAX, PHONE_MAX, PICTURE_MAX, USERNAME_MAX, type CreateUser, type UpdateUser } from './user.input.ts';
import { OUTCOMES, type Outcome, type UserResult } from './user.service.ts';
import { RoleEnum, UserType } from './user.type.ts';

const USERNAME = `A name to sign in with: at most ${USERNAME_MAX} letters, digits and . _ + -.`;
const PICTURE = `An absolute http or https address; at most ${PICTURE_MAX} characters.`;
const PHONE = `A phone number; at most ${PHONE_MAX} characters, fifteen of them digits.`;
const NAME = `At most ${NAME_MAX} characters.`;

@InputType({ description: 'A user to be made. A blank text means the same as leaving it out.' })
export class CreateUserInput implements CreateUser {
  @Field(() => String, { description: 'Unique within the customer whatever its case.' })
  email!: string;

  @Field(() => String, { nullable: true, description: USERNAME })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Made of the other names, or the address, when left out. ${NAME}`,
  })
  name?: string | null;

  @Field(() => String, { nullable: true, description: `The given (first) name. ${NAME}` })
  givenName?: string | null;

  @Field(() => String, { nullable: true, description: `The family (last) name. ${NAME}` })
  familyName?: string | null;

  @Field(() => String, { nullable: true, description: PICTURE })
  picture?: string | null;

  @Field(() => String, { nullable: true, description: PHONE })
  phoneNumber?: string | null;

  @Field(() => RoleEnum, { nullable: true, description: 'MEMBER by default; only administrators make administrators.' })
  role?: Role | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the address is known to be theirs; false by default.' })
  emailVerified?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the user may sign in; true by default.' })
  isActive?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'The organization the user is a member of.' })
  organizationId?: string | null;

  @Field(() => ID, { nullable: true, description: 'A group the user joins at once.' })
  defaultGroupId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Needed to sign oneself up; ignored of whoever makes somebody else, who sets a password by a link.',
  })
  password?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the user is sent a link to set a password, valid for 24 hours; false by default.',
  })
  sendInvitation?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'The application the invitation is to, an http or https address.',
  })
  applicationUrl?: string | null;
}

@InputType({ description: 'What is to change of a user; what is left out stays.' })
export class UpdateUserInput implements UpdateUser {
  @Field(() => String, { nullable: true, description: `The full name, as it is shown. ${NAME}` })
  name?: string | null;

  @Field(() => String, { nullable: true, description: `${USERNAME} Null takes it away.` })
  username?: string | null;

  @Field(() => String, { nullable: true, description: `The given (first) name. ${NAME} Null takes it away.` })
  givenName?: string | null;

  @Field(() => String, { nullable: true, description: `The family (last) name. ${NAME} Null takes it away.` })
  familyName?: string | null;

  @Field(() => String, { nullable: true, description: `${PICTURE} Null takes it away.` })
  picture?: string | null;

  @Field(() => String, { nullable: true, description: `${PHONE} Null takes it away; another one is not verified.` })
  phoneNumber?: string | null;

  @Field(() => RoleEnum, { nullable: true, description: 'For administrators and clients with the scope admin only.' })
  role?: Role | null;

  @Field(() => Boolean, { nullable: true, description: 'Not for users themselves.' })
  emailVerified?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Not for users themselves; false ends all sessions at once.' })
  isActive?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Not for users themselves; null makes the user external.' })
  organizationId?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'Why one item of a list was refused.' })
export class ItemError implements Pick<AppError, 'code' | 'message'> {
  @Field(() => String, { description: 'Stable: USER_EMAIL_TAKEN, USERNAME_TAKEN, INVALID_INPUT …' })
  code!: ErrorCode;

  @Field(() => String, { description: 'What is wrong, in words.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'The field at fault.' })
  field!: string | undefined;
}

@ObjectType({ simpleResolvers: true, description: 'What became of one item of the list: a user or an error.' })
export class CreateUserResult {
  @Field(() => Int, { description: 'The item’s place in the list, from 0.' })
  index!: number;

  @Field(() => UserType, { nullable: true, description: 'The user, if it could be made.' })
  user!: UserType | null;

  @Field(() => ItemError, { nullable: true, description: 'Why not, if it could not.' })
  error!: ItemError | null;
}

@ObjectType({ simpleResolvers: true, description: 'What became of a list of users to be made.' })
export class CreateUsersPayload {
  @Field(() => [CreateUserResult], { description: 'One result for each item, in the same order.' })
  results!: CreateUserResult[];
}

const outcome = Object.fromEntries(OUTCOMES.map((name) => [name, name])) as { [K in Outcome]: K };
registerEnumType(outcome, {
  name: 'UserOutcome',
  description: 'What became of one user of a list.',
  valuesConfig: {
    DISABLED: { description: 'The user may not sign in any more, and all their sessions have ended.' },
    ALREADY_DISABLED: { description: 'The user was disabled before; nothing changed.' },
    DELETED: { description: 'The user is gone.' },
    FORBIDDEN: { description: 'The user is an administrator, and that takes the scope admin; nothing changed.' },
    LAST_ADMINISTRATOR: { description: 'No active administrator would be left; nothing changed.' },
    USER_NOT_FOUND: { description: 'The customer has no such user.' },
  },
});

@ObjectType('UserResult', { simpleResolvers: true, description: 'What became of one user of a list.' })
export class UserResultType implements UserResult {
  @Field(() => ID, { description: 'The user.' })
  userId!: string;

  @Field(() => outcome, { description: 'What became of them.' })
  outcome!: Outcome;
}

@ObjectType({ simpleResolvers: true, description: 'What became of a list of users.' })
export class UsersPayload {
  @Field(() => [UserResultType], { description: 'One result for each distinct user of the list.' })
  results!: UserResult[];
}

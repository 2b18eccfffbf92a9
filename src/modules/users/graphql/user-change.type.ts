import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Administration, Role } from '../../../ground/kernel/access.ts';
import { BaseResult, bulkPayloadType } from '../../../ground/kernel/graphql/bulk-type.ts';
import { DefaultsTo, Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { AttributeInput, CREATED_ATTRIBUTES, GIVEN_ATTRIBUTES } from '../../attributes/graphql/index.ts';
import { GIVEN_MAX } from '../../attributes/index.ts';
import { EMAIL_MAX } from '../user-email.ts';
import { PICTURE_MAX } from '../user.fields.ts';
import { USER_DEFAULTS, type CreateUser, type UpdateUser } from '../user.input.ts';
import { givenText, TakesUserTexts } from './user-texts.ts';
import { AdministrationEnum, RoleEnum, UserType } from './user.type.ts';

const RULES = {
  email: { maxLength: EMAIL_MAX, format: 'email' },
  address: { maxLength: PICTURE_MAX, format: 'web_address' },
  id: { format: 'uuid' },
} as const;

const NAME = 'By default the given and family name, else the username, else the part of the address before the @.';

@DefaultsTo(USER_DEFAULTS)
@InputType({ description: 'A user to create. A blank text counts as left out.' })
export class CreateUserInput implements CreateUser {
  @Field(() => Boolean, {
    nullable: true,
    description:
      'True if whoever signs up accepts the terms of the customer, which the sign-up page shows. Without effect otherwise.',
  })
  acceptTerms?: boolean | null;

  // Decorators are applied from below: the texts follow the address.
  @TakesUserTexts((field, row) => givenText(field === 'name' ? { ...row, shown: NAME } : row))
  @Fulfills(RULES.email)
  @Field(() => String, { description: 'Unique within the customer, in any case.' })
  email!: string;

  @Field(() => RoleEnum, {
    nullable: true,
    description: 'MEMBER by default. Only administrators, and clients with the scope admin, create administrators.',
  })
  role?: Role | null;

  @Field(() => AdministrationEnum, {
    nullable: true,
    description:
      'What the user administers without being an administrator: nothing by default. Only with the scope admin.',
  })
  administration?: Administration | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the address counts as verified. False by default; true requires the scope admin.',
  })
  emailVerified?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the user can sign in. True by default.' })
  isActive?: boolean | null;

  @Fulfills(RULES.id)
  @Field(() => ID, { nullable: true, description: 'The organization that the user belongs to.' })
  organizationId?: string | null;

  @Fulfills(RULES.id)
  @Field(() => ID, { nullable: true, description: 'A group that the user joins at once.' })
  defaultGroupId?: string | null;

  @Fulfills({ maxItems: GIVEN_MAX })
  @Field(() => [AttributeInput], { nullable: true, description: CREATED_ATTRIBUTES })
  attributes?: AttributeInput[] | null;

  @Fulfills(({ passwords: { minLength } }) => ({ minLength }))
  @Field(() => String, {
    nullable: true,
    description: 'Required at sign-up. Ignored otherwise: a user whom somebody else creates sets a password by a link.',
  })
  password?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to send the user a link to set a password, valid for 24 hours. False by default.',
  })
  sendInvitation?: boolean | null;

  @Fulfills(RULES.address)
  @Field(() => String, {
    nullable: true,
    description: 'The application that the user is invited to: an absolute http or https address.',
  })
  applicationUrl?: string | null;
}

@InputType({ description: 'Changes to a user. Fields left out stay as they are.' })
export class UpdateUserInput implements UpdateUser {
  @Field(() => RoleEnum, { nullable: true, description: 'Only for administrators, and clients with the scope admin.' })
  @TakesUserTexts((field, row) => {
    const removed = field === 'name' ? '' : ' Null removes it.';
    return `${givenText(row)}${removed}${field === 'phoneNumber' ? ' A new number is not verified.' : ''}`;
  })
  role?: Role | null;

  @Field(() => AdministrationEnum, {
    nullable: true,
    description:
      'What the user administers without being an administrator. Null takes it away, and so does another role. Only for administrators, and clients with the scope admin.',
  })
  administration?: Administration | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Not for users who change themselves. True requires the scope admin.',
  })
  emailVerified?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Not for users who change themselves. False ends all their sessions at once.',
  })
  isActive?: boolean | null;

  @Fulfills(RULES.id)
  @Field(() => ID, {
    nullable: true,
    description: 'Not for users who change themselves. Null makes the user external.',
  })
  organizationId?: string | null;

  @Fulfills({ maxItems: GIVEN_MAX })
  @Field(() => [AttributeInput], { nullable: true, description: GIVEN_ATTRIBUTES })
  attributes?: AttributeInput[] | null;
}

@ObjectType({ simpleResolvers: true, description: 'The result for one item of the list: a user or an error.' })
export class CreateUserResult extends BaseResult {
  @Field(() => Int, { description: 'The item’s index in the list, from 0.' })
  index!: number;

  @Field(() => UserType, { nullable: true, description: 'The user, if one was created.' })
  user!: UserType | null;
}

@ObjectType({ simpleResolvers: true, description: 'The results for a list of users to create.' })
export class CreateUsersPayload extends bulkPayloadType(() => CreateUserResult) {}

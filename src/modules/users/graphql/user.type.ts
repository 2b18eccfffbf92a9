import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Administration, Role } from '../../../ground/kernel/access.ts';
import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import { Node, payloadType, VERSION } from '../../../ground/kernel/graphql/types.ts';
import type { UserView } from '../user.policy.ts';
import { ShowsUserTexts } from './user-texts.ts';

export const RoleEnum = { MEMBER: 'member', ADMIN: 'admin' } as const satisfies Record<string, Role>;
registerChoices(RoleEnum, {
  name: 'Role',
  description: 'The role of a user within the customer.',
  valuesConfig: {
    MEMBER: { description: 'Manages only their own account.' },
    ADMIN: { description: 'Administers the customer.' },
  },
});

export const AdministrationEnum = { AUDITOR: 'auditor', HELP_DESK: 'help_desk' } as const satisfies Record<
  string,
  Administration
>;
registerChoices(AdministrationEnum, {
  name: 'Administration',
  description: 'What a user administers who is no administrator.',
  valuesConfig: {
    AUDITOR: { description: 'Reads everything and changes nothing of the customer.' },
    HELP_DESK: {
      description:
        'Helps members with their accounts: creates, invites and unlocks them, and resets what they sign in with.',
    },
  },
});

const PRIVATE = 'Null for other members of the customer.';

@ShowsUserTexts((_, { description, shown = description, isPrivate }) => (isPrivate ? `${shown} ${PRIVATE}` : shown))
@ObjectType('User', { implements: Node, simpleResolvers: true, description: 'A person who signs in.' })
export class UserType extends Node implements Partial<UserView> {
  @Field(() => String, { description: 'The address as it was given. Unique within the customer, in any case.' })
  email!: string;

  @Field(() => Boolean, { description: 'Whether the address is verified.' })
  emailVerified!: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: `Whether the phone number is verified. ${PRIVATE}`,
  })
  phoneVerified!: boolean | null;

  @Field(() => RoleEnum, { description: 'The user’s role within the customer.' })
  role!: Role;

  @Field(() => AdministrationEnum, {
    nullable: true,
    description: 'What the user administers without being an administrator. Without effect for one. Null for nothing.',
  })
  administration!: Administration | null;

  @Field(() => Boolean, { description: 'False for a user who cannot sign in.' })
  isActive!: boolean;

  @Field(() => ID, { description: 'The customer that the user belongs to.' })
  customerId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The organization that the user belongs to. Null for an external user.',
  })
  organizationId!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: `Whether the user has set up a second factor. Codes by email are none of these. ${PRIVATE}`,
  })
  mfaEnabled!: boolean | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: `When the user accepted the terms of the customer at sign-up. ${PRIVATE}`,
  })
  termsAcceptedAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: `When the user last signed in. ${PRIVATE}` })
  lastLoginAt!: Date | null;

  @Field(() => Int, { nullable: true, description: `How often the user has signed in. ${PRIVATE}` })
  loginCount!: number | null;

  @Field(() => Int, VERSION)
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the user was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the user last changed.' })
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A user that the operation was about.' })
export class UserPayload extends payloadType('user', () => UserType, 'The user. A deleted one is as they were.') {}

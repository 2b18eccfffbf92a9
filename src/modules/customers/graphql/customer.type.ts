import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { Node, payloadType, VERSION } from '../../../ground/kernel/graphql/types.ts';
import type { Customer, ImpersonationRule, PasswordSignIn } from '../customer.entity.ts';

export const ImpersonationRuleEnum = { OFF: 'off', LISTED: 'listed', ADMINISTRATORS: 'administrators' } as const;
registerEnumType(ImpersonationRuleEnum, {
  name: 'ImpersonationRule',
  description: 'Which administrators may act as users.',
  valuesConfig: {
    OFF: { description: 'None.' },
    LISTED: { description: 'Those in `impersonatorIds`.' },
    ADMINISTRATORS: { description: 'All.' },
  },
});

export const PasswordSignInEnum = { ALLOWED: 'allowed', UNTIL_PASSKEY: 'until_passkey' } as const;
registerEnumType(PasswordSignInEnum, {
  name: 'PasswordSignIn',
  description: 'Whom passwords sign in.',
  valuesConfig: {
    ALLOWED: { description: 'Everybody.' },
    UNTIL_PASSKEY: { description: 'Users who have no passkey yet. The others sign in with their passkeys alone.' },
  },
});

@ObjectType('Customer', {
  implements: Node,
  simpleResolvers: true,
  description: 'A tenant. Everything else belongs to exactly one customer.',
})
export class CustomerType extends Node implements Partial<Columns<Customer>> {
  @Field(() => String, { description: 'The customer’s name.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether users may delete their own accounts, on their account pages.' })
  selfDeletion!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The address of the terms that users accept when they sign up. Null if there is none.',
  })
  termsUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The terms as a text, which the sign-up page shows. Null if there is none.',
  })
  termsText!: string | null;

  @Field(() => ImpersonationRuleEnum, { description: 'Which administrators may act as users.' })
  impersonation!: ImpersonationRule;

  @Field(() => [ID], { description: 'The administrators who may act as users, if it is for those who are LISTED.' })
  impersonatorIds!: string[];

  @Field(() => Boolean, { description: 'Whether users get a mail when an administrator acts as them.' })
  impersonationMails!: boolean;

  @Field(() => Int, {
    description:
      'For how many days a browser is remembered after a second factor, if its user wants that. 0: browsers are not remembered.',
  })
  rememberDeviceDays!: number;

  @Field(() => Boolean, {
    description:
      'Whether users without an authenticator app or a passkey give a code that is sent to their verified address, after the password.',
  })
  emailCodes!: boolean;

  @Field(() => PasswordSignInEnum, { description: 'Whom passwords sign in.' })
  passwordSignIn!: PasswordSignIn;

  @Field(() => Int, VERSION)
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the customer was created.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A customer that was changed.' })
export class CustomerPayload extends payloadType('customer', () => CustomerType, 'The customer.') {}

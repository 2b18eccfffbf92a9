import { Field, ID, InputType, Int } from 'type-graphql';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import type { ImpersonationRule, PasswordSignIn } from '../customer.entity.ts';
import { IMPERSONATORS_MAX, REMEMBER_DAYS_MAX, TERMS_MAX, type UpdateCustomer } from '../customer.input.ts';
import { ImpersonationRuleEnum, PasswordSignInEnum } from './customer.type.ts';
import { SecondFactorPolicyInput } from './second-factor.input.ts';

/** The most characters of an address. */
const ADDRESS_MAX = 2048;

@InputType({ description: 'Changes to a customer. Omitted fields stay unchanged.' })
export class UpdateCustomerInput implements UpdateCustomer {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether users may delete their own accounts, on their account pages.',
  })
  selfDeletion?: boolean | null;

  @Fulfills({ maxLength: ADDRESS_MAX })
  @Field(() => String, {
    nullable: true,
    description: 'The http or https address of the terms that users accept when they sign up. Null removes it.',
  })
  termsUrl?: string | null;

  @Fulfills({ maxLength: TERMS_MAX })
  @Field(() => String, {
    nullable: true,
    description: 'The terms as a text, which the sign-up page shows. Null removes it.',
  })
  termsText?: string | null;

  @Field(() => SecondFactorPolicyInput, { nullable: true, description: 'Who must have a second factor.' })
  secondFactor?: SecondFactorPolicyInput | null;

  @Field(() => ImpersonationRuleEnum, {
    nullable: true,
    description: 'Which administrators may act as users, through clients that are allowed to (`allowsImpersonation`).',
  })
  impersonation?: ImpersonationRule | null;

  @Fulfills({ maxItems: IMPERSONATORS_MAX })
  @Field(() => [ID], {
    nullable: true,
    description: 'The administrators who may act as users, if it is for those who are LISTED.',
  })
  impersonatorIds?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether users get a mail when an administrator acts as them. True by default.',
  })
  impersonationMails?: boolean | null;

  @Fulfills({ minimum: 0, maximum: REMEMBER_DAYS_MAX })
  @Field(() => Int, {
    nullable: true,
    description: `For how many days a browser is remembered after a second factor, if its user wants that: at most ${REMEMBER_DAYS_MAX}. 0 forgets all browsers, and offers it no more.`,
  })
  rememberDeviceDays?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether users without an authenticator app or a passkey give a code that is sent to their verified address, after the password. It is a weak second factor: it satisfies no policy and no level that needs an app or a passkey.',
  })
  emailCodes?: boolean | null;

  @Field(() => PasswordSignInEnum, {
    nullable: true,
    description:
      'Whom passwords sign in. With UNTIL_PASSKEY, users who have a passkey sign in with it alone; who has lost all passkeys needs `resetUserMfa`.',
  })
  passwordSignIn?: PasswordSignIn | null;
}

import { Field, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { FailedLogin } from '../../audit/index.ts';
import { UserPayload } from '../../users/graphql/index.ts';

@ObjectType({ simpleResolvers: true, description: 'A password that an administrator gives to its user.' })
export class TemporaryPasswordPayload extends UserPayload {
  @Field(() => String, { description: 'The password. It cannot be read again.' })
  password!: string;
}

@ObjectType('FailedSignIn', { simpleResolvers: true, description: 'A sign-in that failed.' })
export class FailedSignInType implements FailedLogin {
  @Field(() => GraphQLDateTimeISO, { description: 'When it failed.' })
  occurredAt!: Date;

  @Field(() => String, { description: 'Why, as the audit trail has it: `wrong_password`, `wrong_code`, `disabled` …' })
  reason!: string;
}

import { Field, ObjectType } from 'type-graphql';
import type { MfaSetup } from './mfa.service.ts';

@ObjectType('MfaSetup', {
  simpleResolvers: true,
  description: 'What an authenticator app is set up with. None of it can be read again.',
})
export class MfaSetupType implements MfaSetup {
  @Field(() => String, { description: 'The secret in Base32, for typing it into the app.' })
  secret!: string;

  @Field(() => String, { description: 'The secret as an otpauth address, for an app on the same device.' })
  otpauthUri!: string;

  @Field(() => String, { description: 'The address as a picture to scan: a data URI of a PNG.' })
  qrCode!: string;

  @Field(() => [String], {
    description: 'Ten codes that each replace the app once; they work as soon as the setup is verified.',
  })
  backupCodes!: readonly string[];
}

@ObjectType({ simpleResolvers: true, description: 'A new set of backup codes.' })
export class BackupCodesPayload {
  @Field(() => [String], { description: 'Ten codes that each replace the app once. They cannot be read again.' })
  backupCodes!: readonly string[];
}

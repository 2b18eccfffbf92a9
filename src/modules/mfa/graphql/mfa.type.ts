import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../../ground/kernel/graphql/types.ts';
import type { MfaSetup } from '../mfa.service.ts';

export const MfaMethodEnum = enumOf(['totp', 'passkey', 'email']);
registerEnumType(MfaMethodEnum, {
  name: 'MfaMethod',
  description: 'A second factor.',
  valuesConfig: {
    TOTP: { description: 'Codes of an authenticator app (RFC 6238).' },
    PASSKEY: { description: 'A passkey (WebAuthn), which signs in without a password, too.' },
    EMAIL: {
      description:
        'Codes by email, which are weak: they satisfy no required second factor. Only users without another get them.',
    },
  },
});

@ObjectType({
  simpleResolvers: true,
  description: 'The secret for an authenticator app, and its backup codes. They cannot be read again.',
})
export class MfaSetupPayload implements MfaSetup {
  @Field(() => String, { description: 'The secret in Base32, to type into the app.' })
  secret!: string;

  @Field(() => String, { description: 'The secret as an otpauth URI, for an app on the same device.' })
  otpauthUri!: string;

  @Field(() => String, { description: 'The URI as a QR code: a data URI of a PNG.' })
  qrCode!: string;

  @Field(() => [String], {
    description: 'Ten codes that each replace a code of the app once. They work after the setup is completed.',
  })
  backupCodes!: readonly string[];
}

@ObjectType({ simpleResolvers: true, description: 'A new set of backup codes.' })
export class BackupCodesPayload {
  @Field(() => [String], {
    description: 'Ten codes that each replace a code of the app once. They cannot be read again.',
  })
  backupCodes!: readonly string[];
}

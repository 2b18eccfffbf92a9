import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../kernel/entity.ts';
import type { Customer } from '../customers/index.ts';
import type { User } from '../users/index.ts';

const TotpFactorSchema = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factors',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid().primary(),
    user: () => toOne<User>('User', 'user_id'),
    /** The shared secret, encrypted. */
    sealedSecret: p.blob().$type<Buffer>().lazy().hidden(),
    /** The newest time step a code was accepted for; no code of this one or an older one is accepted any more. */
    lastStep: p.bigint(),
    /** Of the codes that are still unused. They stand in the factor's own row, so that its lock decides every race. */
    backupCodeHashes: p.array().columnType('text[]').lazy().hidden(),
    enabledAt: p.datetime(),
    /** The session that enrolled it, which may have ended since. */
    enrolledBySessionId: p.uuid().nullable(),
  },
});

/** A user's authenticator app, proved by a code of it; a user with such a row signs in with a second factor. */
export class TotpFactor extends TotpFactorSchema.class {}
TotpFactorSchema.setClass(TotpFactor);

const TotpSetupSchema = defineEntity({
  name: 'TotpSetup',
  tableName: 'totp_setups',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid().primary(),
    user: () => toOne<User>('User', 'user_id'),
    sealedSecret: p.blob().$type<Buffer>().lazy().hidden(),
    backupCodeHashes: p.array().columnType('text[]').lazy().hidden(),
    /** Whether a code of the enrolled factor was given, whose place this one may take. */
    replacesFactor: p.boolean(),
    expiresAt: p.datetime(),
  },
});

/** An authenticator app being enrolled: worth nothing until a code of it proves that the secret arrived. */
export class TotpSetup extends TotpSetupSchema.class {}
TotpSetupSchema.setClass(TotpSetup);

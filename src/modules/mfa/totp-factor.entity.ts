import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

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
    /** The newest time step whose code was accepted. Codes of this and older steps are rejected. */
    lastStep: p.bigint(),
    enabledAt: p.datetime(),
    /** The session that enrolled it. It may have ended since. */
    enrolledBySessionId: p.uuid().nullable(),
  },
});

/** A user's authenticator app, proved by a code. A user with such a row signs in with a second factor. */
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
    /** Whether the user gave a code of the current factor, which this setup may replace. */
    replacesFactor: p.boolean(),
    expiresAt: p.datetime(),
  },
});

/** The setup of an authenticator app. It has no effect until a code proves that the app has the secret. */
export class TotpSetup extends TotpSetupSchema.class {}
TotpSetupSchema.setClass(TotpSetup);

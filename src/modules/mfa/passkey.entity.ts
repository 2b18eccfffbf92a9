import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    id: p.uuid().primary(),
    userId: p.uuid(),
    user: () => toOne<User>('User', 'user_id'),
    /** The name by which the authenticator knows it. Unique among all customers, because they share the relying party. */
    credentialId: p.blob().$type<Buffer>().lazy().hidden(),
    /** As a COSE key (RFC 9052 §7). */
    publicKey: p.blob().$type<Buffer>().lazy().hidden(),
    /** The authenticator's counter at the last use. Many authenticators have none, and always say 0. */
    signCount: p.bigint('number').lazy().hidden(),
    /** How browsers reach the authenticator, such as `internal` or `usb`. */
    transports: p.array().columnType('text[]').lazy().hidden(),
    /** Whether it can be copied to other devices of its user. It stays so (WebAuthn §6.1.3). */
    isSyncable: p.boolean(),
    /** Whether it was copied, at the last use. */
    isSynced: p.boolean(),
    name: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
  uniques: [{ name: 'passkeys_credential_id_key', properties: ['credentialId'] }],
  indexes: [{ name: 'passkeys_user_id_index', properties: ['userId', 'customerId'] }],
});

/** A passkey of a user (WebAuthn): it signs in alone, or after the password. */
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

const UsedChallengeSchema = defineEntity({
  name: 'UsedChallenge',
  tableName: 'used_challenges',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** SHA-256 of the challenge. */
    challengeHash: p.blob().$type<Buffer>().primary(),
    /** When the challenge expires. */
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'used_challenges_expires_at_index', properties: ['expiresAt'] }],
});

/** A challenge that a passkey has answered. It cannot be answered again. */
export class UsedChallenge extends UsedChallengeSchema.class {}
UsedChallengeSchema.setClass(UsedChallenge);

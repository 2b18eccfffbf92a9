import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

/** Selects a column of the user's authenticator app. */
const ofApp =
  (column: string) =>
  (_columns: unknown, { alias }: { readonly alias: string }): string =>
    `(select f.${column} from totp_factors f where f.customer_id = ${alias}.customer_id and f.user_id = ${alias}.user_id)`;

const BackupCodeSetSchema = defineEntity({
  name: 'BackupCodeSet',
  tableName: 'backup_code_sets',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid().primary(),
    user: () => toOne<User>('User', 'user_id'),
    /** The hashes of unused codes. They are in one row, so that its lock decides races. */
    hashes: p.array().columnType('text[]').lazy().hidden(),
    /** What `totp_factors` has of the user's app; null without one. So codes of both kinds are read together. */
    appSecret: p.blob().$type<Buffer>().formula(ofApp('sealed_secret')).nullable().lazy().hidden(),
    appSessionId: p.uuid().formula(ofApp('enrolled_by_session_id')).nullable().lazy(),
    appEnabledAt: p.datetime().formula(ofApp('enabled_at')).nullable().lazy(),
  },
});

/** The backup codes of a user who has another second factor. A trigger deletes them with the last one. */
export class BackupCodeSet extends BackupCodeSetSchema.class {}
BackupCodeSetSchema.setClass(BackupCodeSet);

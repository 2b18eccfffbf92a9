import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

const EmailCodeSchema = defineEntity({
  name: 'EmailCode',
  tableName: 'email_codes',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid().primary(),
    user: () => toOne<User>('User', 'user_id'),
    /** SHA-256 of what names the login and the browser that asked. */
    loginHash: p.text().primary(),
    /** A MAC of the code, for this user and login. Its SHA-256 would tell it: there are too few codes. */
    codeMac: p.text().lazy().hidden(),
    expiresAt: p.datetime(),
  },
  indexes: [
    { name: 'email_codes_user_id_index', properties: ['userId', 'customerId'] },
    { name: 'email_codes_expires_at_index', properties: ['expiresAt'] },
  ],
});

/** The newest code that a login has sent to its user's address. It is deleted by its use. */
export class EmailCode extends EmailCodeSchema.class {}
EmailCodeSchema.setClass(EmailCode);

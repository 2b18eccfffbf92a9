import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

const FactorReminderSchema = defineEntity({
  name: 'FactorReminder',
  tableName: 'factor_reminders',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid().primary(),
    user: () => toOne<User>('User', 'user_id'),
    /** When a sign-in first asked for a second factor. The time to put it off counts from here, whatever ends in between. */
    firstAt: p.datetime(),
  },
});

/** A user who was asked to set up a second factor, because the customer requires one. */
export class FactorReminder extends FactorReminderSchema.class {}
FactorReminderSchema.setClass(FactorReminder);

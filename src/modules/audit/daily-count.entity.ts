import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

/**
 * What a counter counts: events by action; logins by client; and, by name, logins with a second factor, users who signed in
 * on the day, and users whose last login was on it.
 */
export type CountKind = 'action' | 'client' | 'second_factors' | 'active_users' | 'last_active_users';

const DailyCountSchema = defineEntity({
  name: 'DailyCount',
  tableName: 'daily_counts',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    kind: p.text().$type<CountKind>().primary(),
    /** A day of UTC. */
    day: p.date().primary(),
    /** The action, or the client's id. Empty for the other kinds. */
    name: p.text().primary(),
    count: p.integer(),
  },
});

/** How often something happened on a day, counted from the audit trail. */
export class DailyCount extends DailyCountSchema.class {}
DailyCountSchema.setClass(DailyCount);

const ActiveUserSchema = defineEntity({
  name: 'ActiveUser',
  tableName: 'active_users',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.text().primary(),
    lastDay: p.date(),
  },
});

/** The day of a user's last counted login. */
export class ActiveUser extends ActiveUserSchema.class {}
ActiveUserSchema.setClass(ActiveUser);

const AuditProgressSchema = defineEntity({
  name: 'AuditProgress',
  tableName: 'audit_progress',
  properties: {
    /** There is one row. */
    id: p.boolean().primary().default(true),
    /** The id of the last event that is counted. */
    countedTo: p.uuid(),
  },
});

/** How far the audit trail is counted. */
export class AuditProgress extends AuditProgressSchema.class {}
AuditProgressSchema.setClass(AuditProgress);

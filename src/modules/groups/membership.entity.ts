import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';
import type { Group } from './group.entity.ts';

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  properties: {
    groupId: p.uuid().primary(),
    group: () => toOne<Group>('Group', 'group_id'),
    userId: p.uuid().primary(),
    user: () => toOne<User>('User', 'user_id'),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    joinedAt: p.datetime(),
  },
  indexes: [{ name: 'memberships_user_id_index', properties: ['userId', 'customerId', 'groupId'] }],
});

/** A user in a group. Two composite foreign keys make sure that both belong to the same customer. */
export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);

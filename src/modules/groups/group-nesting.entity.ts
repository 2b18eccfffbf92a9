import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Group } from './group.entity.ts';

/** The most nestings from an outermost group to an innermost one. The trigger of the table has the same number. */
export const NESTED_MAX = 8;
/** The most groups in a group. */
export const MEMBER_GROUPS_MAX = 1000;

const GroupNestingSchema = defineEntity({
  name: 'GroupNesting',
  tableName: 'group_nestings',
  properties: {
    /** The outer group. */
    groupId: p.uuid().primary(),
    group: () => toOne<Group>('Group', 'group_id'),
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** The group inside it, whose members are effective members of the outer group. */
    memberId: p.uuid().primary(),
    member: () => toOne<Group>('Group', 'member_id'),
    joinedAt: p.datetime(),
  },
  checks: [{ name: 'group_nestings_self_check', expression: 'group_id <> member_id' }],
  indexes: [{ name: 'group_nestings_member_id_index', properties: ['memberId', 'customerId', 'groupId'] }],
});

/** A group in a group. A trigger refuses circles and more than eight levels. */
export class GroupNesting extends GroupNestingSchema.class {}
GroupNestingSchema.setClass(GroupNesting);

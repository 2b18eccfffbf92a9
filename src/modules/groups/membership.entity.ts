import { defineEntity, p } from '@mikro-orm/core';

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  properties: {
    groupId: p.uuid().primary(),
    userId: p.uuid().primary(),
    customerId: p.uuid(),
    joinedAt: p.datetime(),
  },
  indexes: [{ name: 'memberships_user_id_index', properties: ['userId', 'customerId', 'groupId'] }],
});

/** One user in one group. Two composite foreign keys hold the user and the group to the same customer. */
export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);

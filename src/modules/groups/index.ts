/**
 * Groups, their members, and groups in groups. The only writer of `groups`, `memberships` and `group_nestings`. Userinfo reads
 * them in its own statement, so its next response shows every change.
 */
export { groupFilter, groupListing } from './group.filter.ts';
export { Group } from './group.entity.ts';
export { DESCRIPTION_MAX, MEMBERS_MAX, NAME_MAX as GROUP_NAME_MAX } from './group.input.ts';
export { EffectiveMembershipService } from './effective-membership.service.ts';
export { GroupService } from './group.service.ts';
export { addNewMembers, groupsByName, joinGroups } from './group-join.service.ts';
export { refusedJoins, requireRoleReach } from './lending.ts';
export { MembershipService } from './membership.service.ts';
export { groupPolicy } from './group.policy.ts';
export { Membership } from './membership.entity.ts';

/**
 * Groups and who is in them. The only writer of `groups` and `memberships`; userinfo reads memberships for itself, in
 * its own one statement, so that a change shows in the very next answer.
 */
export { GroupResolver, UserGroupsResolver } from './group.resolver.ts';
export { GroupType } from './group.type.ts';
export { GroupService } from './group.service.ts';
export { addNewMembers, MembershipService } from './membership.service.ts';

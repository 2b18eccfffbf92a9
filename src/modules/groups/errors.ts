import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  GROUP_NOT_FOUND: ['not_found', 'The group does not exist.'],
  UNKNOWN_GROUP: ['invalid', 'The input names a group that does not exist.'],
  GROUP_NAME_TAKEN: ['conflict', 'A group with this name already exists.'],
  GROUP_LENDS: [
    'forbidden',
    'The group, or a group that it is in, lends its members an organization or a role, or the customer’s second-factor policy names it. Only administrators change it.',
  ],
  GROUP_IN_POLICY: [
    'conflict',
    'The customer’s second-factor policy names the group. Take the group out of the policy before deleting it.',
  ],
  TOO_MANY_OWN_GROUPS: [
    'conflict',
    'There are as many groups that you have created as there may be. Delete some first.',
  ],
  TOO_MANY_GROUPS: ['conflict', 'The user is in the maximum number of groups.'],
  GROUP_IN_ITSELF: ['conflict', 'The group would be inside itself, directly or through other groups.'],
  GROUPS_TOO_DEEP: ['conflict', 'Groups would be nested more than 8 levels deep.'],
  GROUP_OF_TOO_MANY: ['conflict', 'Members of the group would be in more than the maximum number of groups.'],
  TOO_MANY_MEMBER_GROUPS: ['conflict', 'The group has the maximum number of groups inside it.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a group is not found or changed, or a user not added to it. */
export const groupErrors = errors('groups', codes);

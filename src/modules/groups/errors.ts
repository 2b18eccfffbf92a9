import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  GROUP_NOT_FOUND: ['not_found', 'No such group.'],
  UNKNOWN_GROUP: ['invalid', 'The input names a group that does not exist.'],
  GROUP_NAME_TAKEN: ['conflict', 'A group of this name already exists.'],
  TOO_MANY_GROUPS: ['conflict', 'The user is in as many groups as you may put anybody in.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a group is not found or changed, and nobody becomes a member of it. */
export const groupErrors = errors('groups', codes);

import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  ROLE_NOT_FOUND: ['not_found', 'The role does not exist.'],
  ROLE_NAME_TAKEN: ['conflict', 'Another role has this name: of the same API, or of those that belong to no API.'],
  ROLE_IN_USE: [
    'conflict',
    'Somebody has the role. To delete it, confirm with its name; `dryRun` tells who would lose it.',
  ],
  UNKNOWN_ROLE: ['invalid', 'The input names a role that does not exist, or by a name that several roles have.'],
  UNKNOWN_SCOPE: ['invalid', 'The input names a scope that does not exist, or one of another API than the role.'],
  UNKNOWN_API: ['invalid', 'The input names an API that does not exist.'],
  TOO_MANY_ROLES: ['conflict', 'The customer has as many roles as there may be. Delete some first.'],
  TOO_MANY_ASSIGNMENTS: ['conflict', 'The user, group or client has as many roles as there may be.'],
  ROLE_OF_APPLICATION: [
    'invalid',
    'The client does not act for itself, so it can have no roles. Its users have their own.',
  ],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a role is not found, changed, given or taken. */
export const roleErrors = errors('roles', codes);

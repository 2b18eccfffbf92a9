import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  ORGANIZATION_NOT_FOUND: ['not_found', 'The organization does not exist.'],
  UNKNOWN_ORGANIZATION: ['invalid', 'The input names an organization that does not exist.'],
  ORGANIZATION_NAME_TAKEN: ['conflict', 'An organization with this name already exists.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an organization is not found or changed. */
export const organizationErrors = errors('organizations', codes);

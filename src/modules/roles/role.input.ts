import { fault } from '../../ground/kernel/errors.ts';
import { readId, readIds } from '../../ground/kernel/ids.ts';
import { readAll } from '../../ground/kernel/input.ts';
import { readLine, readText } from '../../ground/kernel/text.ts';
import type { RoleKind } from './role.entity.ts';

/** The most characters of a role's name. */
export const NAME_MAX = 255;
/** The most characters of a role's description. */
export const DESCRIPTION_MAX = 2000;
/** The most scopes that a role can have. */
export const PERMISSIONS_MAX = 1000;
/** The most roles of a customer. */
export const ROLES_MAX = 1000;

/** Changes to a role. What is left out stays unchanged. */
export interface UpdateRole {
  readonly name?: string | null;
  readonly description?: string | null;
  /** The scopes of APIs that it allows, instead of those before. */
  readonly scopeIds?: readonly string[] | null;
}

/** A role to create. */
export interface CreateRole extends UpdateRole {
  readonly kind: RoleKind;
  /** The API of a role of the kind `api`. */
  readonly apiId?: string | null;
  readonly name: string;
}

const readers = ({ name, description, scopeIds }: UpdateRole) => ({
  ...(typeof name === 'string' && { name: () => readLine('name', name, { max: NAME_MAX }) }),
  ...(typeof description === 'string' && {
    description: () => readText('description', description, { min: 0, max: DESCRIPTION_MAX }),
  }),
  ...(scopeIds && { scopeIds: () => readIds('scopeIds', scopeIds, PERMISSIONS_MAX) }),
});

/** Reads the given fields of a role. Throws `invalid` with all faults. */
export const readRole = (input: UpdateRole) => readAll(readers(input));

/** Reads a role to create. The kind `api` needs an API, and no other has one. */
export const readNewRole = (input: CreateRole) =>
  readAll({ ...readers(input), kind: () => input.kind, apiId: () => readApi(input) });

function readApi({ kind, apiId }: CreateRole): string | null {
  if (kind === 'api' && !apiId) throw fault('apiId', 'missing');
  if (kind !== 'api' && apiId) throw fault('apiId', 'not_empty');
  return apiId ? readId('apiId', apiId) : null;
}

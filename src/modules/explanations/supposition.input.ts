import { fault } from '../../ground/kernel/errors.ts';
import { readId, readIds } from '../../ground/kernel/ids.ts';
import { readAll, readItems } from '../../ground/kernel/input.ts';
import type { SubjectKind } from '../access/index.ts';

/** The most groups, or roles, that a question adds or removes. */
export const SUPPOSED_MAX = 100;

/** A role, everywhere or for one organization. */
export interface SupposedRole {
  readonly accessRoleId: string;
  readonly organizationId?: string | null;
}

/** What a question supposes of its subject. */
export interface WhatIf {
  readonly addGroupIds?: readonly string[] | null;
  readonly removeGroupIds?: readonly string[] | null;
  readonly addRoles?: readonly SupposedRole[] | null;
  readonly removeRoles?: readonly SupposedRole[] | null;
}

/** The same as it is read. */
export interface Supposition {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  readonly given: readonly Required<SupposedRole>[];
  readonly taken: readonly Required<SupposedRole>[];
}

export const NOTHING_SUPPOSED: Supposition = { added: new Set(), removed: new Set(), given: [], taken: [] };

/** Reads what a question supposes. Service accounts are in no groups. */
export function readWhatIf(whatIf: WhatIf, kind: SubjectKind): Supposition {
  const groups = (field: 'addGroupIds' | 'removeGroupIds') => () => {
    const ids = readIds(`whatIf.${field}`, whatIf[field] ?? [], SUPPOSED_MAX);
    if (kind === 'client' && ids.length > 0) throw fault(`whatIf.${field}`, 'not_empty');
    return new Set(ids);
  };
  const roles = (field: 'addRoles' | 'removeRoles') => () => {
    const given = whatIf[field] ?? [];
    if (given.length > SUPPOSED_MAX) throw fault(`whatIf.${field}`, 'too_many', { max: SUPPOSED_MAX });
    return readItems(given, ({ accessRoleId, organizationId }, n) => ({
      accessRoleId: readId(`whatIf.${field}.${n}.accessRoleId`, accessRoleId),
      organizationId: organizationId ? readId(`whatIf.${field}.${n}.organizationId`, organizationId) : null,
    }));
  };
  return readAll({
    added: groups('addGroupIds'),
    removed: groups('removeGroupIds'),
    given: roles('addRoles'),
    taken: roles('removeRoles'),
  });
}

/** Whether both are the same role at the same place. */
export const isSameRole = (one: Required<SupposedRole>, other: Required<SupposedRole>): boolean =>
  one.accessRoleId === other.accessRoleId && one.organizationId === other.organizationId;

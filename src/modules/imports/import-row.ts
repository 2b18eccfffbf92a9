import { broken } from '../../ground/faults/index.ts';
import { ADMINISTRATIONS, ROLES } from '../../ground/kernel/access.ts';
import { AppError, errorOf, fault, type InputFault } from '../../ground/kernel/errors.ts';
import { attempt, outcomeOf } from '../../ground/kernel/input.ts';
import { normalForm } from '../../ground/kernel/text.ts';
import type { GivenAttribute } from '../attributes/index.ts';
import { readForeignHash } from '../credentials/index.ts';
import { emailKey, readNewUser, TEXT_FIELDS, type CreateUser, type UserChanges } from '../users/index.ts';
import type { ImportedAccount } from '../accounts/index.ts';
import { ATTRIBUTE, type Values } from './columns.ts';
import { importErrors } from './errors.ts';
import type { FileRow } from './file-rows.ts';
import type { Names } from './row-names.ts';
import { organizationsOf, ROLES_MAX, rolesOf, roleTextsOf } from './row-roles.ts';
import { flagOf, stateOf } from './words.ts';

/** The most groups that a row may name. */
export const GROUPS_MAX = 100;

/** What is wrong with a row. The path is null if it is about no field. */
export type RowFault = Omit<InputFault, 'path'> & { readonly path: string | null };

/** Everything that an error tells of a row. */
export const rowFaultsOf = ({ faults, code, message }: AppError): readonly RowFault[] =>
  faults.length > 0 ? faults : [{ path: null, code, rule: null, parameters: null, message }];

/** The account of a row, or everything that is wrong with the row. Empty values count as left out. */
export function readRow({ values }: FileRow, names: Names): ImportedAccount | readonly RowFault[] {
  if (values === null) return rowFaultsOf(importErrors.IMPORT_ROW_BROKEN());
  const faults: AppError[] = [];
  const read = <T>(take: () => T): T | undefined => {
    const value = attempt(take);
    if (!(value instanceof AppError)) return value;
    faults.push(value);
    return undefined;
  };

  const email = read(() => textIn(values, 'email') ?? '');
  const given: Partial<Record<keyof UserChanges, unknown>> = {};
  for (const field of TEXT_FIELDS) given[field] = read(() => textIn(values, field));
  // Where the address is the username, as in Keycloak and Cognito, there is no username.
  if (given['username'] && emailKey(given['username'] as string) === emailKey(email ?? ''))
    given['username'] = undefined;
  given['emailVerified'] = read(() => verifiedIn(values));
  given['isActive'] = read(() => stateIn(values));
  given['role'] = read(() => wordIn(values, 'role', ROLES));
  given['administration'] = read(() => wordIn(values, 'administration', ADMINISTRATIONS));
  given['organizationId'] = read(() => organizationIn(values, names.organizations));
  const groupIds = groupsIn(values).flatMap((name, n) => read(() => groupOf(name, n, names.groups)) ?? []);
  const roles = rolesOf(rolesIn(values), names, read);
  const passwordHash = read(() => hashIn(values)) ?? null;

  const attributes = attributesIn(values);
  const user = attempt(() => readNewUser({ ...(given as Partial<CreateUser>), email: email ?? '', attributes }));
  if (user instanceof AppError) faults.push(user);
  if (user instanceof AppError || faults.length > 0) return faultsOf(faults);
  const changes = Object.entries(given).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, user[field as keyof UserChanges]] as const],
  );
  return {
    user,
    changes: Object.fromEntries(changes),
    attributes,
    passwordHash,
    groupIds: [...new Set(groupIds)],
    roles,
  };
}

/** The values of attributes, with their columns. */
const attributesIn = (values: Values): GivenAttribute[] =>
  Object.entries(values).flatMap(([cell, value]) =>
    cell.startsWith(ATTRIBUTE) ? [{ name: cell.slice(ATTRIBUTE.length), value, cell }] : [],
  );

/** What is wrong with each field. Of a field that cannot be read at all, only that is told. */
function faultsOf(errors: readonly AppError[]): InputFault[] {
  const told = new Set<string>();
  return errors.flatMap(({ faults }) => {
    const fresh = faults.filter(({ path }) => !told.has(path));
    for (const { path } of fresh) told.add(path);
    return fresh;
  });
}

/** The names of organizations and groups in the rows, and the texts for roles. */
export function namesIn(rows: readonly FileRow[]): { organizations: string[]; groups: string[]; roles: string[] } {
  const all = rows.flatMap(({ values }) => values ?? []);
  const organizations = all.flatMap((values) => outcomeOf(() => textIn(values, 'organization')) ?? []);
  const roles = all.flatMap(rolesIn);
  return {
    organizations: storable([...organizations, ...organizationsOf(roles)]),
    groups: storable(all.flatMap(groupsIn)),
    roles: storable(roleTextsOf(roles)),
  };
}

const UNSTORABLE = /\0|\p{Surrogate}/u;

const storable = (names: readonly unknown[]): string[] => [
  ...new Set(names.filter((name): name is string => typeof name === 'string' && !UNSTORABLE.test(name))),
];

/** A text, trimmed and in NFC, as names are stored. Undefined if it is blank. */
function textIn(values: Values, field: keyof Values): string | undefined {
  const value = values[field];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw fault(field, 'text');
  if (UNSTORABLE.test(value)) throw fault(field, 'characters');
  return normalForm(value).trim() || undefined;
}

function verifiedIn({ emailVerified: value }: Values): boolean | undefined {
  const flag = flagOf(value);
  if (flag === undefined && value !== undefined) throw fault('emailVerified', 'boolean');
  return flag;
}

function stateIn({ isActive: value }: Values): boolean | undefined {
  const state = value === undefined ? undefined : stateOf(value, false);
  if (state === undefined || typeof state === 'boolean') return state;
  throw fault('isActive', 'user_state');
}

function wordIn<Word extends string>(values: Values, field: 'role' | 'administration', words: readonly Word[]) {
  const given = textIn(values, field)?.toLowerCase();
  const word = words.find((each) => each === given);
  if (given !== undefined && !word) throw fault(field, 'one_of', { values: words });
  return word;
}

function organizationIn(values: Values, known: Names['organizations']): string | undefined {
  const name = textIn(values, 'organization');
  if (name === undefined) return undefined;
  const id = known.get(name);
  if (id === undefined)
    throw errorOf('UNKNOWN_ORGANIZATION', { field: 'organization', broken: broken('no_organization_name') });
  return id;
}

const groupsIn = ({ groups }: Values): unknown[] => itemsIn(groups, GROUPS_MAX);
const rolesIn = ({ roles }: Values): unknown[] => itemsIn(roles, ROLES_MAX);

/** The items of a list, also as JSON in a text, or of a text with semicolons between the names. One more than there may be. */
function itemsIn(value: unknown, most: number): unknown[] {
  if (value === undefined) return [];
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? namesInText(value) : [value];
  return list
    .slice(0, most + 1)
    .map((name) => (typeof name === 'string' ? normalForm(name).trim() : name))
    .filter((name) => name !== '');
}

function namesInText(text: string): unknown[] {
  if (text.trimStart().startsWith('['))
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list;
    } catch {
      // A name can begin with a bracket.
    }
  return text.split(';');
}

function groupOf(name: unknown, n: number, known: Names['groups']): string {
  const field = `groups.${n}`;
  if (n >= GROUPS_MAX) throw fault('groups', 'too_many', { max: GROUPS_MAX });
  if (typeof name !== 'string') throw fault(field, 'text');
  const id = known.get(name);
  if (id === undefined) throw errorOf('UNKNOWN_GROUP', { field, broken: broken('no_group_name') });
  return id;
}

function hashIn(values: Values): string | undefined {
  const value = textIn(values, 'passwordHash');
  return value === undefined ? undefined : readForeignHash('passwordHash', value);
}

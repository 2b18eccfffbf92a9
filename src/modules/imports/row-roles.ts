import { broken } from '../../ground/faults/index.ts';
import { errorOf, fault, type AppError } from '../../ground/kernel/errors.ts';
import { readMoment } from '../../ground/kernel/moment.ts';
import { normalForm } from '../../ground/kernel/text.ts';
import { readEnd, roleErrors, type WantedRole } from '../roles/index.ts';
import type { Names } from './row-names.ts';

/** The most roles that a row may name. */
export const ROLES_MAX = 100;

/** A role of a row: a text, or an object with `role`, `organization` and `expires_at`. What it has is to be checked. */
interface Item {
  readonly role: unknown;
  readonly organization: unknown;
  readonly expiresAt: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const named = (value: unknown): unknown =>
  typeof value === 'string' ? normalForm(value).trim() || undefined : (value ?? undefined);

const partsOf = (item: unknown): Item =>
  isObject(item)
    ? {
        role: named(item['role']),
        organization: named(item['organization']),
        expiresAt: named(item['expires_at'] ?? item['expiresAt']),
      }
    : { role: item, organization: undefined, expiresAt: undefined };

const MEMBERS = ['role', 'organization', 'expires_at', 'expiresAt'];

/** What items call their roles. */
export const roleTextsOf = (items: readonly unknown[]): unknown[] => items.map((item) => partsOf(item).role);

/** What items call the organizations of roles. */
export const organizationsOf = (items: readonly unknown[]): string[] =>
  items.map((item) => partsOf(item).organization).filter((name): name is string => typeof name === 'string');

/** The roles of a row. `read` notes what is wrong with one. */
export function rolesOf(
  items: readonly unknown[],
  names: Names,
  read: <T>(take: () => T) => T | undefined,
): WantedRole[] {
  const refuse = (error: AppError): void => {
    read(() => {
      throw error;
    });
  };
  if (items.length > ROLES_MAX) {
    refuse(fault('roles', 'too_many', { max: ROLES_MAX }));
    return [];
  }
  const seen = new Set<string>();
  return items.flatMap((item, n) => {
    const wanted = read(() => roleOf(item, n, names));
    if (!wanted) return [];
    const again = seen.size === seen.add(`${wanted.roleId} ${wanted.organizationId}`).size;
    if (again) refuse(fault(`roles.${n}`, 'repeated'));
    return [wanted];
  });
}

function roleOf(item: unknown, n: number, names: Names): WantedRole {
  const field = `roles.${n}`;
  const { role: text, organization, expiresAt } = partsOf(item);
  const other = isObject(item) && Object.keys(item).find((name) => !MEMBERS.includes(name));
  if (typeof other === 'string') throw fault(`${field}.${other}`, 'unknown_field');
  if (typeof text !== 'string') throw fault(field, 'text');
  const role = names.roles.get(text);
  if (role === undefined) throw roleErrors.UNKNOWN_ROLE({ field, broken: broken('no_role_name') });
  if (role === 'several') throw roleErrors.UNKNOWN_ROLE({ field, broken: broken('several_role_names') });
  if (role.kind === 'organization' && organization === undefined) throw fault(`${field}.organization`, 'missing');
  const end = expiresAt === undefined ? null : readMoment(`${field}.expires_at`, expiresAt);
  readEnd({ expiresAt: end }, names.now, `${field}.expires_at`);
  const organizationId = organization === undefined ? null : organizationOf(organization, field, names);
  return { roleId: role.id, organizationId, ...(end && { expiresAt: end }) };
}

function organizationOf(name: unknown, field: string, { organizations }: Names): string {
  if (typeof name !== 'string') throw fault(`${field}.organization`, 'text');
  const id = organizations.get(name);
  if (id === undefined)
    throw errorOf('UNKNOWN_ORGANIZATION', { field: `${field}.organization`, broken: broken('no_organization_name') });
  return id;
}

import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { isUuid } from '../../ground/kernel/ids.ts';
import { effectiveGroups } from '../access/index.ts';
import { Organization } from './organization.entity.ts';

/** An organization that a user can act for. */
export type ActingOrganization = Pick<Organization, 'id' | 'name'>;

/** The most organizations of one user that are read at once. */
export const ACTING_MAX = 50;

const ofUser = (alias: string): string => `${alias}.id in (
  select organization_id from users where id = ?
  union select (select g.organization_id from groups g where g.id = x.group_id) from ${effectiveGroups('?')} x)`;

/**
 * The organizations that a user can act for, by name: the user's own, and those of the user's groups, also through groups in
 * groups. At most one more than
 * `ACTING_MAX`. With an id or a name, only that one.
 */
export async function actingOrganizations(
  em: EntityManager,
  { customerId, userId }: { readonly customerId: string; readonly userId: string },
  named?: string,
): Promise<readonly ActingOrganization[]> {
  if (named?.includes('\0')) return [];
  const found = await em.find(
    Organization,
    { customerId, ...whereNamed(named), [raw(ofUser, [userId, userId])]: [] },
    { fields: ['id', 'name'], orderBy: { name: 'asc' }, limit: ACTING_MAX + 1, disableIdentityMap: true },
  );
  return found.map(({ id, name }) => ({ id, name }));
}

function whereNamed(named: string | undefined): Partial<ActingOrganization> {
  if (named === undefined) return {};
  return isUuid(named) ? { id: named.toLowerCase() } : { name: named };
}

import { byKey, sql } from '../../ground/kernel/database.ts';
import { outerGroups } from '../access/index.ts';
import type { Lent } from './group.policy.ts';

// A group lends its members more than its name if it belongs to an organization, for which they may act, if the customer's
// second-factor policy names it, or if it has a role. So does every group inside such a group.

/** Whether the second-factor policy names group `g`, for statements. */
export const isNamed = (g: string, customer: string): string =>
  `exists (select from second_factor_groups sg where sg.customer_id = ${customer} and sg.group_id = ${g}.id offset 0)`;

/** Whether group `g` lends its members something but roles, itself or by a group that it is in, for statements. */
export const lends = (g: string, customer: string): string =>
  `exists (
     select from ${outerGroups(`${g}.id`)} o ${byKey('groups', 'og', 'o.group_id')}
     where og.organization_id is not null or ${isNamed('og', customer)} offset 0)`;

/** Whether group `g` has a role, itself or by a group that it is in, for statements. */
export const hasRole = (g: string): string =>
  `exists (
     select from ${outerGroups(`${g}.id`)} o
     where exists (select from role_assignments r where r.group_id = o.group_id offset 0) offset 0)`;

/** Which groups a change is for, as a permit tells. */
export interface Reaching {
  readonly reachesLending: boolean;
  readonly reachesRoles: boolean;
}

/** The group of a change, and whether the caller's permit reaches it, as the CTE `target`. */
export const reachedGroup = `target as materialized (
     select g.id, (:reachesLending or not ${lends('g', ':customerId')}) and (:reachesRoles or not ${hasRole('g')}) as reached
     from groups g where g.id = :groupId and g.customer_id is not distinct from :customerId
   )`;

/** Many rows at once: what each of the groups lends its members. */
export const lentByGroups = sql<Lent & { id: string }, { customerId: string; groupIds: readonly string[] }>(
  'groups.lending',
  `select g.id, ${lends('g', ':customerId')} as lends, ${hasRole('g')} as "hasRole"
   from unnest(:groupIds::uuid[]) wanted ${byKey('groups', 'g', 'wanted')}
   where g.customer_id is not distinct from :customerId`,
);

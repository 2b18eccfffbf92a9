import { sql, type Raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { SubjectKind } from '../access/index.ts';

/** The subject of a question, as it is stored. */
export interface StoredSubject {
  readonly name: string;
  /** The organization that a user belongs to without a group. */
  readonly organizationId: string | null;
  /** The groups that it is in itself. */
  readonly direct: readonly string[];
}

/** A group around the subject. */
export interface GroupAround {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string | null;
  /** The groups that it is in itself. */
  readonly outer: readonly string[];
}

/** A role that allows the scope. */
export interface AllowingRole {
  readonly id: string;
  readonly name: string;
}

/** A scope of an API, and the roles that allow it, by name. */
export interface StoredScope {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly AllowingRole[];
}

/** An assignment, also one that has ended or is for another organization. */
export interface StoredAssignment {
  readonly accessRoleId: string;
  /** The group that has it. Null if the subject has it itself. */
  readonly groupId: string | null;
  readonly organizationId: string | null;
  readonly expiresAt: Date | null;
}

const SUBJECTS: Readonly<Record<SubjectKind, (id: string) => Raw>> = {
  user: (id) => sql`
    select u.name, u.organization_id as "organizationId",
      array(select m.group_id from memberships m where m.user_id = u.id order by 1) as direct
    from users u where u.id = ${id}::uuid`,
  group: (id) => sql`
    select g.name, null as "organizationId",
      array(select n.group_id from group_nestings n where n.member_id = g.id order by 1) as direct
    from groups g where g.id = ${id}::uuid`,
  client: (id) =>
    sql`select c.name, null as "organizationId", '{}'::uuid[] as direct from clients c where c.id = ${id}`,
};

/** The subject with this id, of whichever customer. Null if there is none, or no longer. */
export async function readSubject(
  { db }: RequestContext,
  kind: SubjectKind,
  id: string,
): Promise<StoredSubject | null> {
  const [subject] = await db.select<StoredSubject>(SUBJECTS[kind](id));
  return subject ?? null;
}

/** The scope of the API with this name. Null if there is none, or no longer. */
export async function readScope({ db }: RequestContext, apiId: string, name: string): Promise<StoredScope | null> {
  const [scope] = await db.select<StoredScope>(sql`
    select s.id, s.name, coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name, r.id)
      from role_permissions q cross join lateral (select id, name from roles where id = q.role_id limit 1) r
      where q.scope_id = s.id), '[]') as roles
    from api_scopes s where s.api_id = ${apiId}::uuid and s.name = ${name}`);
  return scope ?? null;
}

const listOf = (ids: Iterable<string>): string => `{${[...ids].join()}}`;

/** These groups and all that they are in, however deep, but for the subject itself. One statement for any depth. */
export async function readGroups(
  { db }: RequestContext,
  customerId: string,
  subjectId: string,
  direct: Iterable<string>,
): Promise<ReadonlyMap<string, GroupAround>> {
  const groups = await db.select<GroupAround>(sql`
    with recursive inside as (
      select unnest(${listOf(direct)}::uuid[]) as group_id
      union
      select o.group_id from inside
      cross join lateral (select n.group_id from group_nestings n where n.member_id = inside.group_id offset 0) o
      where o.group_id::text <> ${subjectId}
    )
    select g.id, g.name, g.organization_id as "organizationId",
      array(select n.group_id from group_nestings n where n.member_id = g.id) as outer
    from inside cross join lateral (select * from groups where id = inside.group_id limit 1) g
    where g.customer_id is not distinct from ${customerId}::uuid order by g.name, g.id`);
  return new Map(groups.map((group) => [group.id, group]));
}

/** The assignments of roles with the scope to the subject and these groups. */
export async function readAssignments(
  { db }: RequestContext,
  kind: SubjectKind,
  id: string,
  groups: Iterable<string>,
  scopeId: string,
): Promise<StoredAssignment[]> {
  const own = {
    user: sql`select * from role_assignments where user_id = ${id}::uuid`,
    group: sql`select * from role_assignments where group_id = ${id}::uuid`,
    client: sql`select * from role_assignments where client_id = ${id}`,
  }[kind];
  return db.select<StoredAssignment>(sql`
    select held.role_id as "accessRoleId", held.through as "groupId", held.organization_id as "organizationId",
      held.expires_at as "expiresAt"
    from (
      select null::uuid as through, x.* from (${own}) x
      union all
      select o.id as through, x.* from unnest(${listOf(groups)}::uuid[]) o (id)
      cross join lateral (select * from role_assignments where group_id = o.id offset 0) x
    ) held
    where exists (select from role_permissions q where q.role_id = held.role_id and q.scope_id = ${scopeId}::uuid)
    order by held.through nulls first, held.id`);
}

import { sql } from '../../ground/kernel/database.ts';
import { applies } from './api-facts.hot.sql.ts';
import { actsFor, apiNamed, FOR_THEMSELVES, HOLDERS, NOBODY } from './decision-facts.hot.sql.ts';
import type { SubjectKind } from './question.ts';

/** Where a page begins and how many candidates it reads. */
export interface Part {
  readonly after: string;
  readonly most: number;
}

/** A user, service account or group on a page. One that does not count is passed over. */
export interface FoundSubject {
  readonly id: string;
  readonly username: string | null;
  readonly counts: boolean;
}

interface ApiAsked extends Part {
  readonly customerId: string;
  readonly apiId: string;
  readonly identifier: string;
  readonly scopes: string;
  readonly organizationId: string;
  readonly now: Date;
}

const KEY = {
  customerId: ':customerId::uuid',
  id: ':id::uuid',
  name: ':name::text',
  apiId: ':apiId::uuid',
  identifier: ':identifier::text',
  scopes: ':scopes::text',
  organizationId: ':organizationId::uuid',
  now: ':now::timestamptz',
};
const APPLYING = { organization: KEY.organizationId, now: KEY.now };
const IS_NOWHERE = `${KEY.organizationId} = '${NOBODY}'`;

/** The asked API, its asked scopes, the roles that allow one of them, and the groups whose members have one, also through groups. */
const GRANTING = `recursive api as materialized (select * from ${apiNamed(KEY)} a),
  scope as materialized (select s.id from api cross join api_scopes s where s.api_id = api.id and s.customer_id = ${KEY.customerId} and s.name = any (string_to_array(${KEY.scopes}, ' '))),
  role as materialized (select distinct q.role_id as id from scope cross join lateral (select role_id from role_permissions where scope_id = scope.id offset 0) q),
  everybody as materialized (select from api where not requires_role and exists (select from scope)),
  granting as (
    select x.group_id from role cross join lateral (select * from role_assignments where role_id = role.id offset 0) x
    where x.group_id is not null and ${applies('x', APPLYING)} and not exists (select from everybody)
    union
    select g.id from everybody cross join groups g where g.organization_id = ${KEY.organizationId} and g.customer_id = ${KEY.customerId}
    union
    select n.member_id from granting cross join lateral (select member_id from group_nestings where group_id = granting.group_id offset 0) n)`;

/**
 * Hot path: a page of the users who may use one of the scopes, by id. Each source gives at most a page, in the order of its index, so
 * that a page takes the same time however many users there are.
 */
export const usersAllowed = sql<FoundSubject, ApiAsked>(
  'access.users-allowed',
  `with ${GRANTING}, candidate as (
    (select u.id from everybody cross join lateral (
      select id from users where customer_id = ${KEY.customerId} and id > :after::uuid and ${IS_NOWHERE} order by id limit :most::int) u)
    union
    (select u.id from everybody cross join lateral (
      select id from users where customer_id = ${KEY.customerId} and organization_id = ${KEY.organizationId} and id > :after::uuid order by id limit :most::int) u)
    union
    (select x.user_id from role cross join lateral (
      select y.user_id from role_assignments y where y.role_id = role.id and y.user_id > :after::uuid and ${applies('y', APPLYING)}
      order by y.user_id limit :most::int) x where not exists (select from everybody))
    union
    (select m.user_id from granting cross join lateral (
      select user_id from memberships where group_id = granting.group_id and user_id > :after::uuid order by user_id limit :most::int) m)
  )
  select u.id, u.username, u.is_active and (${IS_NOWHERE} or ${actsFor('u.id', 'u.organization_id', KEY.organizationId)}) as counts
  from (select id from candidate order by id limit :most::int) c
  cross join lateral (select id, username, is_active, organization_id from users where id = c.id limit 1) u order by u.id`,
);

/** Hot path: a page of the service accounts that may use one of the scopes, by id. */
export const clientsAllowed = sql<FoundSubject, ApiAsked>(
  'access.clients-allowed',
  `with ${GRANTING}, candidate as (
    (select x.client_id from scope cross join lateral (
      select client_id from client_scopes where scope_id = scope.id and customer_id = ${KEY.customerId} and client_id > :after::text
      order by client_id limit :most::int) x)
    union
    (select x.client_id from role cross join lateral (
      select y.client_id from role_assignments y where y.role_id = role.id and y.client_id > :after::text and ${applies('y', APPLYING)}
      order by y.client_id limit :most::int) x)
  )
  select c.id, null as username, c.grant_types && ${FOR_THEMSELVES} as counts
  from (select client_id from candidate order by client_id limit :most::int) x
  cross join lateral (select id, grant_types from clients where id = x.client_id limit 1) c order by c.id`,
);

/** Hot path: a page of the groups whose members may use one of the scopes, by id. */
export const groupsAllowed = sql<FoundSubject, ApiAsked>(
  'access.groups-allowed',
  `with ${GRANTING}
  (select g.id, null as username, true as counts from everybody cross join lateral (
    select id from groups where customer_id = ${KEY.customerId} and id > :after::uuid order by id limit :most::int) g)
  union all
  (select group_id, null, true from granting where group_id > :after::uuid and not exists (select from everybody)
   order by group_id limit :most::int)
  order by id limit :most::int`,
);

/** Hot path: a page of the service accounts that have one of the scopes to administer, by id. */
export const administeringClients = sql<FoundSubject, Part & { customerId: string; scopes: readonly string[] }>(
  'access.administering-clients',
  `select id, null as username, true as counts from clients
   where customer_id = :customerId and id > :after::text and grant_types && ${FOR_THEMSELVES} and scopes && :scopes::text[]
   order by id limit :most::int`,
);

interface SubjectAsked extends Part {
  readonly customerId: string;
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly now: Date;
}

/** What a subject may use: the condition on scope `s` of API `a`. */
function allowedTo(kind: SubjectKind): { readonly tables: string; readonly condition: string } {
  const { subject, roles, given, inOrganization } = HOLDERS[kind];
  return {
    tables: `subject as materialized (select * from ${subject(KEY)} u where u.is_active and (${IS_NOWHERE} or (${inOrganization(KEY.organizationId)}
        and exists (select from organizations where id = ${KEY.organizationId} and customer_id = ${KEY.customerId})))),
      allowed as materialized (
        select q.scope_id from subject u cross join lateral (${roles(KEY)}) held
        cross join lateral (select scope_id from role_permissions where role_id = held.role_id offset 0) q
        ${given === null ? '' : `union select given.scope_id from subject u cross join lateral (${given}) given`})`,
    condition: `(s.id in (select scope_id from allowed)${given === null ? ' or not a.requires_role' : ''})`,
  };
}

/** An API on a page. */
export interface FoundApi {
  readonly id: string;
  readonly identifier: string;
}

/** Hot path: a page of the APIs of which the subject may use one of the scopes, by id. */
const apisAllowedTo = (kind: SubjectKind) => {
  const { tables, condition } = allowedTo(kind);
  return sql<FoundApi, SubjectAsked & { scopes: string; prefix: string }>(
    `access.apis-allowed-to-${kind}`,
    `with ${tables}
     select a.id, a.identifier from subject cross join apis a
     where a.customer_id = ${KEY.customerId} and a.id > :after::uuid and starts_with(a.identifier, :prefix)
       and exists (select from api_scopes s where s.api_id = a.id and s.customer_id = ${KEY.customerId}
         and s.name = any (string_to_array(${KEY.scopes}, ' ')) and ${condition})
     order by a.id limit :most::int`,
  );
};

/**
 * Hot path: a page of what the subject may do at an API, by name: the names of the scopes, without the prefix where they begin with
 * it. Two scopes can allow the same.
 */
const actionsAllowedTo = (kind: SubjectKind) => {
  const { tables, condition } = allowedTo(kind);
  return sql<{ readonly id: string }, SubjectAsked & { apiId: string; identifier: string; prefix: string }>(
    `access.actions-allowed-to-${kind}`,
    `with ${tables}
     select distinct action.name as id from subject cross join ${apiNamed(KEY)} a cross join api_scopes s
     cross join lateral (select case when starts_with(s.name, :prefix::text) and s.name <> :prefix::text
       then substr(s.name, length(:prefix::text) + 1) else s.name end collate "C" as name) action
     where s.api_id = a.id and s.customer_id = ${KEY.customerId} and action.name > :after::text and ${condition}
     order by id limit :most::int`,
  );
};

const ofEach = <Made>(make: (kind: SubjectKind) => Made): Readonly<Record<SubjectKind, Made>> => ({
  user: make('user'),
  client: make('client'),
  group: make('group'),
});

/** The same for each kind of subject. */
export const apisAllowed = ofEach(apisAllowedTo);

/** The same for each kind of subject. */
export const actionsAllowed = ofEach(actionsAllowedTo);

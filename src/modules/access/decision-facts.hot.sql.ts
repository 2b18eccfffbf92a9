import { lookup } from '../../ground/kernel/database.ts';
import { applies, heldRoles } from './api-facts.hot.sql.ts';
import { effectiveGroups, outerGroups } from './effective-groups.hot.sql.ts';
import type { SubjectKind } from './question.ts';

/** What decides a question about one subject, one API and one organization. What does not exist is null. */
export interface DecisionFacts {
  readonly subjectId: string | null;
  readonly isActive: boolean;
  /** The scopes to administer that the subject has, as they are stored. */
  readonly ownScopes: readonly string[];
  readonly apiId: string | null;
  readonly requiresRole: boolean;
  /** Those of the scopes that the API has. */
  readonly scopes: readonly string[];
  /** Those of them that a service account was given; null for others. */
  readonly given: readonly string[] | null;
  /** The names of the subject's roles that allow one of them, in any order. Some may come twice. */
  readonly roles: readonly string[];
  readonly organizationId: string | null;
  /** Whether the subject can act in the organization. */
  readonly isInOrganization: boolean;
}

/** The key of the facts. `NOBODY`, or no text, stands for a part that is not asked for. */
const PARTS = {
  customerId: 'uuid',
  /** The subject's id, where it is a UUID. */
  id: 'uuid',
  /** Its other name. */
  name: 'text',
  apiId: 'uuid',
  identifier: 'text',
  /** Scopes, with spaces between. */
  scopes: 'text',
  organizationId: 'uuid',
  /** By ISO 8601. */
  now: 'text',
} as const;
type Key = Readonly<Record<keyof typeof PARTS, string>>;

/** No row has this id. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

interface Holder {
  /** The subject, as `u`: `id`, `is_active`, `own_scopes`. */
  readonly subject: (key: Key) => string;
  /** The roles that it has, as rows of `role_id`. */
  readonly roles: (key: Pick<Key, 'organizationId' | 'now'>) => string;
  /** The ids of the scopes that it was given; null if it takes no giving. */
  readonly given: string | null;
  readonly inOrganization: (organization: string) => string;
}

/** The user that the key names: by id, or by username or address. */
export const userNamed = (
  { customerId, id, name }: Pick<Key, 'customerId' | 'id' | 'name'>,
  columns: string,
): string => `(
  (select ${columns} from users where id = ${id} and customer_id is not distinct from ${customerId} limit 1)
  union all
  (select ${columns} from users where lower(username) = lower(${name}) and customer_id = ${customerId} limit 1)
  union all
  (select ${columns} from users where email_key = ${name} and customer_id = ${customerId} limit 1) limit 1)`;

/** Whether user `u` can act for the organization. */
export const actsFor = (user: string, ownOrganization: string, organization: string): string => `(
  ${ownOrganization} is not distinct from ${organization} or exists (
    select from ${effectiveGroups(user)} e
    where (select g.organization_id from groups g where g.id = e.group_id) is not distinct from ${organization} offset 0))`;

/** The grant types of clients that act for themselves. */
export const FOR_THEMSELVES = `'{client_credentials,urn:ietf:params:oauth:grant-type:jwt-bearer}'::text[]`;

/** The roles of group `group` and of the groups that it is in. */
export const rolesOfGroup = (group: string, { organizationId, now }: Pick<Key, 'organizationId' | 'now'>): string =>
  `select x.role_id from ${outerGroups(group)} e
   cross join lateral (select * from role_assignments where group_id = e.group_id offset 0) x
   where ${applies('x', { organization: organizationId, now })}`;

export const HOLDERS: Readonly<Record<SubjectKind, Holder>> = {
  user: {
    subject: (key) =>
      userNamed(
        key,
        `id::text, is_active, case when role = 'admin' then '{admin}'::text[] when administration = 'auditor' then '{read}' else '{}' end as own_scopes, organization_id`,
      ),
    roles: ({ organizationId, now }) =>
      heldRoles({ client: 'null', user: 'u.id::uuid', organization: organizationId, now }, 'union all'),
    given: null,
    inOrganization: (organization) => actsFor('u.id::uuid', 'u.organization_id', organization),
  },
  client: {
    subject: ({ customerId, id, name }) =>
      `(select id, true as is_active, scopes as own_scopes from clients
        where id = ${name} and ${id} = '${NOBODY}' and customer_id is not distinct from ${customerId} and grant_types && ${FOR_THEMSELVES} limit 1)`,
    roles: ({ organizationId, now }) => heldRoles({ client: 'u.id', user: null, organization: organizationId, now }),
    given: 'select cs.scope_id from client_scopes cs where cs.client_id = u.id',
    inOrganization: () => 'true',
  },
  group: {
    subject: ({ customerId, id, name }) =>
      `(select id::text, true as is_active, '{}'::text[] as own_scopes from groups
        where id = ${id} and ${name} = '' and customer_id is not distinct from ${customerId} limit 1)`,
    roles: (key) => rolesOfGroup('u.id::uuid', key),
    given: null,
    inOrganization: () => 'true',
  },
};

/** The roles that subject `u` has, by its `id` as a text: rows of `role_id`, which may come twice. */
export const rolesOf = (kind: SubjectKind, key: Pick<Key, 'organizationId' | 'now'>): string =>
  HOLDERS[kind].roles(key);

/** The API that the key names: one of the customer, or Guildhall itself. */
export const apiNamed = ({
  customerId,
  apiId,
  identifier,
}: Pick<Key, 'customerId' | 'apiId' | 'identifier'>): string => `(
  (select id, requires_role from apis where identifier = ${identifier} and customer_id = ${customerId} limit 1)
  union all
  (select id, requires_role from apis where id = ${apiId} and (customer_id is not distinct from ${customerId} or customer_id is null) limit 1) limit 1)`;

/**
 * Hot path: what decides whether a subject of a kind may use a scope of an API. The permissions of all its roles are read by one scan
 * of an index, and so are their names. For each question, a join or a sort would set up a table of its own.
 */
const factsAbout = (kind: SubjectKind) =>
  lookup<DecisionFacts, keyof typeof PARTS>(`access.facts-of-${kind}`, PARTS, ({ now, ...named }) => {
    const key = { ...named, now: `${now}::timestamptz` };
    const { subject, roles, given, inOrganization } = HOLDERS[kind];
    const { customerId, organizationId } = key;
    return `select u.id as "subjectId", coalesce(u.is_active, false) as "isActive", coalesce(u.own_scopes, '{}') as "ownScopes",
      a.id as "apiId", coalesce(a.requires_role, false) as "requiresRole", coalesce(s.names, '{}') as scopes,
      ${given === null ? 'null::text[]' : `array(select n.name from unnest(s.ids, s.names) as n (id, name) where n.id in (${given}))`} as given,
      case when a.requires_role or ${given !== null} then array(
        select name from roles where id = any (array(
          select role_id from role_permissions where role_id = any (array(${roles(key)})) and scope_id = any (s.ids)))) else '{}' end as roles,
      o.id as "organizationId", case when o.id is null then true else ${inOrganization('o.id')} end as "isInOrganization"
    from (select) one
    left join lateral ${subject(key)} u on true
    left join lateral ${apiNamed(key)} a on true
    left join lateral (
      select array_agg(x.id order by x.name) as ids, array_agg(x.name order by x.name) as names from api_scopes x
      where x.api_id = a.id and (x.customer_id = ${customerId} or x.customer_id is null) and x.name = any (string_to_array(${key.scopes}, ' '))) s on true
    left join lateral (
      select id from organizations where id = ${organizationId} and customer_id is not distinct from ${customerId} limit 1) o on true`;
  });

/** The same for each kind of subject. */
export const decisionFacts = {
  user: factsAbout('user'),
  client: factsAbout('client'),
  group: factsAbout('group'),
} as const satisfies Record<SubjectKind, unknown>;

/** Hot path: whether one of our own objects exists in the customer. */
export const ownNode = lookup<{ readonly id: string }, 'customerId' | 'kind' | 'id' | 'name'>(
  'access.own-node',
  { customerId: 'uuid', kind: 'text', id: 'uuid', name: 'text' },
  ({ customerId, kind, id, name }) => `select found.id from (
    ${['organization', 'group']
      .map(
        (each) =>
          `(select id::text from ${each}s where ${kind} = '${each}' and id = ${id} and customer_id is not distinct from ${customerId} limit 1)`,
      )
      .join(' union all ')}
    union all (select u.id::text from ${userNamed({ customerId, id, name }, 'id')} u where ${kind} = 'user')
    union all (select id from clients where ${kind} = 'client' and id = ${name} and customer_id is not distinct from ${customerId} limit 1)
  ) found limit 1`,
);

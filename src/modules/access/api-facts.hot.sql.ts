import { byKey } from '../../ground/kernel/database.ts';
import type { SigningAlg } from '../../ground/kernel/signing-alg.ts';
import { effectiveGroupNames, effectiveGroups } from './effective-groups.hot.sql.ts';

/** A role that somebody has, with the scopes of one API that it allows. */
export interface HeldRole {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** What decides the scopes of tokens for one API, for one client and one subject. */
export interface ApiFacts {
  readonly id: string;
  readonly identifier: string;
  readonly tokenSeconds: number | null;
  readonly signingAlg: SigningAlg;
  readonly allowsRefreshTokens: boolean;
  readonly isFirstParty: boolean;
  readonly requiresRole: boolean;
  readonly tellsRoles: boolean;
  readonly tellsGroups: boolean;
  readonly tellsEntitlements: boolean;
  /** All its scopes. */
  readonly names: readonly string[];
  /** The scopes that the client may have. For a client that acts for itself, those of its roles are among them. */
  readonly given: readonly string[];
  /** Those of them that it gets if it asks for none. */
  readonly defaults: readonly string[];
  /** Those of them that users can leave out, and those that this user has left out. */
  readonly optional: readonly string[];
  readonly declined: readonly string[];
  /** The subject's roles, but for those of other APIs. */
  readonly roles: readonly HeldRole[];
  /** The names of the user's groups, also those through other groups; null unless tokens for the API tell them. */
  readonly groups: readonly string[] | null;
}

/** Who may get a token: columns or parameters. */
interface Subject extends Applying {
  readonly client: string;
  /** Null if the client acts for itself. */
  readonly user: string | null;
}

/** Where and when a role counts: columns or parameters. */
export interface Applying {
  /** The organization that the user acts for, or an expression that is null. */
  readonly organization: string;
  readonly now: string;
}

/** Whether assignment `x` counts. */
export const applies = (x: string, { organization, now }: Applying): string =>
  `(${x}.organization_id is null or ${x}.organization_id = ${organization}) and (${x}.expires_at is null or ${x}.expires_at > ${now})`;

/** The ids of the roles that the subject has, as rows of `role_id`. With `union all`, which takes less, they may come twice. */
export const heldRoles = (subject: Subject, union: 'union' | 'union all' = 'union'): string => {
  const { client, user } = subject;
  if (user === null)
    return `select x.role_id from role_assignments x where x.client_id = ${client} and ${applies('x', subject)}`;
  return `select x.role_id from role_assignments x where x.user_id = ${user} and ${applies('x', subject)}
    ${union}
    select x.role_id from ${effectiveGroups(user)} e
    cross join lateral (select * from role_assignments where group_id = e.group_id offset 0) x where ${applies('x', subject)}`;
};

/** The ids of the scopes that the client was given, as rows; with those of its roles if it acts for itself. */
const givenScopes = (subject: Subject): string => {
  const given = `select scope_id from client_scopes where client_id = ${subject.client}`;
  if (subject.user !== null) return given;
  return `${given} union select q.scope_id from (${heldRoles(subject)}) held
    cross join lateral (select scope_id from role_permissions where role_id = held.role_id offset 0) q`;
};

/** The scopes of API `a` that the user has left out when allowing the client something. */
const declinedScopes = (client: string, user: string): string => `array(
      select substr(pair, length(a.identifier) + 2) from unnest((
        select k.declined_scopes from consents k
        where k.user_id = ${user} and k.client_id is not distinct from ${client} limit 1)) pair
      where starts_with(pair, a.identifier || ' ') order by 1)`;

/**
 * The APIs of which the client has scopes, as a JSON list of `ApiFacts`; null if there are none. `only` is a condition on the
 * API `a`.
 */
export const apiFacts = (subject: Subject, only = 'true'): string => `(
  select jsonb_agg(jsonb_build_object(
    'id', a.id, 'identifier', a.identifier, 'tokenSeconds', a.token_seconds, 'signingAlg', a.signing_alg,
    'allowsRefreshTokens', a.allows_refresh_tokens, 'isFirstParty', a.is_first_party, 'requiresRole', a.requires_role,
    'tellsRoles', a.tells_roles, 'tellsGroups', a.tells_groups, 'tellsEntitlements', a.tells_entitlements, 'names', array(
      select s.name from api_scopes s where s.api_id = a.id order by s.name), 'given', given.names, 'defaults', given.defaults,
    'optional', given.optional, 'declined', ${subject.user === null ? `'[]'::jsonb` : declinedScopes(subject.client, subject.user)},
    'roles', (
      select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'scopes', array(
        select s.name from role_permissions q ${byKey('api_scopes', 's', 'q.scope_id')}
        where q.role_id = r.id and s.api_id = a.id order by s.name)) order by r.name), '[]')
      from (${heldRoles(subject)}) held ${byKey('roles', 'r', 'held.role_id')} where r.api_id is null or r.api_id = a.id),
    'groups', ${subject.user === null ? 'null' : `case when a.tells_groups then ${effectiveGroupNames(subject.user)} end`}
  ) order by a.identifier)
  from (
    select s.api_id, array_agg(s.name order by s.name) as names,
      coalesce(array_agg(s.name order by s.name) filter (where s.is_default), '{}') as defaults,
      coalesce(array_agg(s.name order by s.name) filter (where s.is_optional), '{}') as optional
    from (${givenScopes(subject)}) cs ${byKey('api_scopes', 's', 'cs.scope_id')} group by s.api_id
  ) given ${byKey('apis', 'a', 'given.api_id')}
  where ${only})`;

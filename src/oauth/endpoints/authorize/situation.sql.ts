import type { Role } from '../../../kernel/access.ts';
import { byKey, sql } from '../../../kernel/database.ts';
import { takePushedRequest } from '../../../modules/clients/index.ts';
import { passwordHolderOf, type PasswordHolder } from '../../../modules/credentials/index.ts';
import { sessionAlive } from '../../../modules/sessions/index.ts';

/** What the pipeline and its pages need to know of a client. */
export interface Client {
  readonly id: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly name: string;
  readonly isPublic: boolean;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly requirePkce: boolean;
  readonly requirePushed: boolean;
  readonly requireConsent: boolean;
  readonly logoUri: string | null;
  readonly tosUri: string | null;
  readonly policyUri: string | null;
  /** The user who registered it for themself; null for the customer's own. */
  readonly registeredBy: { readonly name: string; readonly email: string } | null;
}

/** The living session of this browser with the client's customer. */
export interface Session {
  readonly id: string;
  readonly authTime: Date;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  /** RFC 8176 names of how the user proved who they are. */
  readonly amr: readonly string[];
  /** Whether the user has a second factor by now. */
  readonly hasFactor: boolean;
}

/** What the session's user has allowed the client. */
export interface Consent {
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Where answers may take the browser, as `returnHost` names it. */
  readonly returnHosts: readonly string[];
}

interface Row extends Client {
  readonly sessionId: string | null;
  readonly authTime: Date | null;
  readonly userId: string | null;
  readonly email: string | null;
  readonly role: Role | null;
  readonly amr: readonly string[] | null;
  readonly hasFactor: boolean | null;
  readonly consent: Consent | null;
}

const COLUMNS = `c.id, c.customer_id as "customerId", cu.name as "customerName", c.name, c.type = 'public' as "isPublic",
     c.redirect_uris as "redirectUris", c.grant_types as "grantTypes", c.scopes, c.resources,
     c.require_pkce as "requirePkce", c.require_pushed_authorization_requests as "requirePushed",
     c.require_consent as "requireConsent", c.logo_uri as "logoUri", c.tos_uri as "tosUri", c.policy_uri as "policyUri",
     case when o.id is not null then jsonb_build_object('name', o.name, 'email', o.email) end as "registeredBy",
     l.id as "sessionId", l.auth_time as "authTime", l.user_id as "userId", l.email, l.role, l.amr,
     l.has_factor as "hasFactor", case when k.user_id is not null then
       jsonb_build_object('scopes', k.scopes, 'resources', k.resources, 'returnHosts', k.return_hosts) end as consent`;

const aroundClient = (person: string): string => `${byKey('customers', 'cu', 'c.customer_id')}
   left join lateral (select id, name, email from users where id = c.owner_id limit 1) o on true
   left join lateral (${person}) l on true
   left join lateral (
     select user_id, scopes, resources, return_hosts, xmin from consents
     where user_id = l.user_id and client_id is not distinct from c.id limit 1
   ) k on true`;

// $2 hash of the session's secret or null, $3 now, $4 idle since.
const AROUND_CLIENT = aroundClient(
  `select s.id, s.auth_time, s.user_id, u.email, u.role, s.amr, exists (
       select from totp_factors f where f.customer_id = s.customer_id and f.user_id = s.user_id offset 0
     ) as has_factor
     from (select * from sessions where secret_hash = $2 limit 1) s ${byKey('users', 'u', 's.user_id')}
     where s.customer_id = c.customer_id and ${sessionAlive('$3', '$4')}`,
);

/** $1 client, $2 hash of the session's secret or null, $3 now, $4 idle since. */
export const situationOf = sql<Row>(
  'oauth.situation',
  `select ${COLUMNS} from clients c ${AROUND_CLIENT} where c.id = $1`,
);

/**
 * The same for a request that was pushed, which is used up by it (RFC 9126 §4). $5 hash of the reference. No row where the
 * reference is unknown, used, expired or another client's.
 */
export const pushedSituationOf = sql<Row & { readonly parameters: string }>(
  'oauth.pushed-situation',
  `with pushed as (
     ${takePushedRequest('$5', '$1', '$3')}
   )
   select ${COLUMNS}, pushed.parameters
   from pushed ${byKey('clients', 'c', 'pushed.client_id')} ${AROUND_CLIENT}`,
);

/** The user who is about to prove their password to a client, with what is compared when the login is written down. */
interface CandidateRow extends Row, Omit<PasswordHolder, 'id' | 'email' | 'mfaEnabled'> {
  readonly clientVersion: string;
  readonly consentVersion: string | null;
}

/** The same for who is about to sign in, and has no session yet. $1 client, $2 the key of the address they typed. */
export const candidateOf = sql<CandidateRow>(
  'oauth.candidate',
  `select ${COLUMNS}, l."isActive", l."emailVerified", l."passwordHash", l."passwordChangedAt",
     c.xmin::text as "clientVersion", k.xmin::text as "consentVersion"
   from clients c ${aroundClient(
     `select null::uuid as id, null::timestamptz as auth_time, h.id as user_id, h.email, u.role, null::text[] as amr,
       h."mfaEnabled" as has_factor, h."isActive", h."emailVerified", h."passwordHash", h."passwordChangedAt"
     from (${passwordHolderOf('c.customer_id', '$2')}) h ${byKey('users', 'u', 'h.id')}`,
   )} where c.id = $1`,
);

/** Somebody who is about to prove their password. */
export interface Candidate {
  readonly holder: PasswordHolder;
  readonly role: Role;
  readonly clientVersion: string;
  readonly consentVersion: string | null;
}

export function readCandidate(row: CandidateRow): {
  readonly situation: Situation;
  readonly candidate: Candidate | null;
} {
  const { isActive, emailVerified, passwordHash, passwordChangedAt, clientVersion, consentVersion, ...rest } = row;
  const { userId: id, email, role, hasFactor } = rest;
  const holder = { isActive, emailVerified, passwordHash, passwordChangedAt, mfaEnabled: hasFactor === true };
  const candidate =
    id && email && role ? { holder: { id, email, ...holder }, role, clientVersion, consentVersion } : null;
  return { situation: readSituation(rest), candidate };
}

/** Client, session and consent as one row has them. */
export interface Situation {
  readonly client: Client;
  readonly session: Session | null;
  readonly consent: Consent | null;
}

export function readSituation(row: Row): Situation {
  const { sessionId, authTime, userId, email, role, amr, hasFactor, consent, ...client } = row;
  const session =
    sessionId && authTime && userId && email && role && amr
      ? { id: sessionId, authTime, userId, email, role, amr, hasFactor: hasFactor === true }
      : null;
  return { client, session, consent };
}

/** $1 customer, $2 user. */
export const emailOf = sql<{ email: string }>(
  'oauth.email',
  'select email from users where customer_id is not distinct from $1 and id = $2 and is_active',
);

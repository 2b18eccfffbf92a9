import type { AuthorizationDetail } from '../../ground/kernel/authorization-details.ts';
import { apiFacts, type ApiFacts } from '../access/index.ts';
import type { Administration, Role, Standing } from '../../ground/kernel/access.ts';
import { byKey, sql } from '../../ground/kernel/database.ts';
import { columnsOf, type Columns, type Selected } from '../../ground/kernel/entity.ts';
import { claimsAdded, type AddedClaim } from '../attributes/index.ts';
import type { PasswordSignIn } from '../customers/index.ts';
import { Client, reusablePushedRequest, takePushedRequest } from '../clients/index.ts';
import { passwordHolderOf, type PasswordHolder } from '../credentials/index.ts';
import { OF_PASSKEY, Passkey, type KnownPasskey } from '../mfa/index.ts';
import { lacksFactor } from './factor-duty.hot.sql.ts';
import { sessionAlive } from '../sessions/index.ts';
import { isStaffIn, type MfaMethod } from '../users/index.ts';

const OF_CLIENT = [
  'id',
  'customerId',
  'name',
  'type',
  'redirectUris',
  'grantTypes',
  'scopes',
  'resources',
  'requirePkce',
  'requireNonce',
  'requirePushedAuthorizationRequests',
  'requireSignedRequestObject',
  'fapi2',
  'authorizationSignedResponseAlg',
  'jwks',
  'jwksUri',
  'requireConsent',
  'logoUri',
  'tosUri',
  'policyUri',
  'sector',
  'authorizationDetailsTypes',
  'defaultAcrValues',
  'defaultMaxAge',
  'source',
  'expiresAt',
] as const satisfies (keyof Columns<Client>)[];

/** What the authorization endpoint and its pages need to know about a client. */
export interface LoginClient extends Selected<Client, (typeof OF_CLIENT)[number]> {
  readonly customerName: string;
  /** Whom passwords sign in at the customer. */
  readonly passwordSignIn: PasswordSignIn;
  /** The user who registered it for themself; null for the customer's own clients. */
  readonly registeredBy: { readonly name: string; readonly email: string } | null;
  /** Whether that user may sign in; null for the customer's own clients. */
  readonly ownerIsActive: boolean | null;
  /**
   * The APIs of which it has scopes; null if there are none. The roles are those that the user, if there is one, has in any
   * organization.
   */
  readonly apis: readonly ApiFacts[] | null;
}

/** The session of this browser with the client's customer, which is alive. */
export interface LoginSession extends Standing {
  readonly id: string;
  readonly authTime: Date;
  readonly userId: string;
  readonly email: string;
  /** The language that the user has given, if any. */
  readonly locale: string | null;
  /** RFC 8176 names of what the user proved. */
  readonly amr: readonly string[];
  /** The second factors that the user has now. */
  readonly factors: readonly MfaMethod[];
  /** Whether the customer requires a second factor for the client that the session has not proved. */
  readonly lacksFactor: boolean;
  /** Whether the session has a grant of the client. */
  readonly hasGrant: boolean;
}

/** The consent of the session's user to the client. */
export interface LoginConsent {
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** The claims that it gets by name. */
  readonly claims: readonly string[];
  /** What it asked for in detail when the user last allowed it such. */
  readonly details: readonly AuthorizationDetail[];
  /** Where responses may redirect the browser, as `returnHost` names it. */
  readonly returnHosts: readonly string[];
  /** Claims that were added to scopes since the user saw these. */
  readonly added: readonly AddedClaim[];
}

export interface SituationRow extends LoginClient {
  readonly sessionId: string | null;
  readonly authTime: Date | null;
  readonly userId: string | null;
  readonly email: string | null;
  readonly locale: string | null;
  readonly role: Role | null;
  readonly administration: Administration | null;
  readonly amr: readonly string[] | null;
  readonly factors: readonly MfaMethod[] | null;
  readonly lacksFactor: boolean | null;
  readonly hasGrant: boolean | null;
  readonly consent: LoginConsent | null;
}

const COLUMNS = `${columnsOf(Client, 'c', OF_CLIENT)}, cu.name as "customerName",
     cu.password_sign_in as "passwordSignIn", ${apiFacts({ client: 'c.id', user: 'l.user_id', organization: 'x.organization_id', now: 'now()' })} as apis,
     case when o.id is not null then jsonb_build_object('name', o.name, 'email', o.email) end as "registeredBy", o.is_active as "ownerIsActive",
     l.id as "sessionId", l.auth_time as "authTime", l.user_id as "userId", l.email, l.locale, l.role, l.administration, l.amr,
     l.factors, l.lacks_factor as "lacksFactor", l.has_grant as "hasGrant", case when k.user_id is not null then
       jsonb_build_object('scopes', k.scopes, 'resources', k.resources, 'claims', k.claims, 'details', k.authorization_details, 'returnHosts', k.return_hosts, 'added', ${claimsAdded}) end as consent`;

const aroundClient = (person: string): string => `${byKey('customers', 'cu', 'c.customer_id')}
   left join lateral (select id, name, email, is_active from users where id = c.owner_id limit 1) o on true
   left join lateral (${person}) l on true
   left join lateral (
     select user_id, scopes, resources, claims, authorization_details, return_hosts, scopes_since, created_at, xmin from consents
     where user_id = l.user_id and client_id is not distinct from c.id limit 1
   ) k on true`;

/**
 * Whether the session has signed in to the client, which an exchange is not. Of the indexes, only the one of sessions has
 * the client in this form.
 */
const HAS_GRANT = `exists (
       select from grants g where g.session_id = s.id and g.customer_id = s.customer_id and g.client_id collate "C" = c.id
         and g.parent_id is null offset 0)`;

const lacking = (now: string): string =>
  lacksFactor({
    customer: 'c.customer_id',
    user: 'u.id',
    isStaff: isStaffIn('u'),
    client: 'c.id',
    now,
    putOff: 'true',
  });

/** The session that `found` finds among all, as long as `alive` holds. */
const aroundSession = ({ found, alive, now }: Readonly<Record<'found' | 'alive' | 'now', string>>): string =>
  aroundClient(
    `select s.id, s.auth_time, s.user_id, u.email, u.locale, u.role, u.administration, s.amr, u.mfa_methods as factors, ${HAS_GRANT} as has_grant,
       not 'mfa' = any(s.amr) and ${lacking(now)} as lacks_factor
     from (select * from sessions where ${found} limit 1) s ${byKey('users', 'u', 's.user_id')}
     where s.customer_id = c.customer_id and ${alive}`,
  );

const withSession = aroundSession({
  found: 'secret_hash = :secretHash',
  alive: sessionAlive(':now', ':idleSince'),
  now: ':now',
});

/** A situation with the only session that there is, of an active user or not. A condition on client `c` may follow. */
export const onlySituation = `select ${COLUMNS} from clients c ${aroundSession({ found: 'true', alive: 'true', now: 'now()' })}`;

/** A client, and the session of a browser. */
interface FindSituation {
  readonly clientId: string;
  /** Null if the browser has no session. */
  readonly secretHash: Buffer | null;
  readonly now: Date;
  readonly idleSince: Date;
}

/** Hot path: an authorization request finds its client, session and consent. */
export const situationOf = sql<SituationRow, FindSituation>(
  'logins.situation',
  `select ${COLUMNS} from clients c ${withSession} where c.id = :clientId`,
);

/**
 * Redeems a pushed request (RFC 9126 §4), and finds the same for it. No row if the reference is unknown, used, expired or
 * another client's.
 */
export const pushedSituationOf = sql<
  SituationRow & { readonly parameters: string; readonly isReusable: boolean },
  FindSituation & { readonly referenceHash: Buffer }
>(
  'logins.pushed-situation',
  `with pushed as (
     ${takePushedRequest(':referenceHash', ':clientId', ':now')}
   )
   select ${COLUMNS}, pushed.parameters, pushed.is_reusable as "isReusable"
   from (
     select * from pushed union all ${reusablePushedRequest(':referenceHash', ':clientId', ':now')}
   ) pushed ${byKey('clients', 'c', 'pushed.client_id')} ${withSession}`,
);

/** The user who gives a password, with the versions of the rows that are compared when the login is stored. */
interface CandidateRow extends SituationRow, Omit<PasswordHolder, 'id' | 'email' | 'mfaEnabled'> {
  readonly clientVersion: string;
  readonly consentVersion: string | null;
}

/** Hot path: a login by password finds its client, user and consent. */
export const candidateOf = sql<CandidateRow, { clientId: string; emailKey: string }>(
  'logins.candidate',
  `select ${COLUMNS}, l."isActive", l."emailVerified", l."passwordHash", l."passwordChangedAt", l."needsPasskey", l."temporarySince",
     c.xmin::text as "clientVersion", k.xmin::text as "consentVersion"
   from clients c ${aroundClient(
     `select null::uuid as id, null::timestamptz as auth_time, h.id as user_id, h.email, u.locale, u.role, u.administration, null::text[] as amr,
       u.mfa_methods as factors, false as has_grant, false as lacks_factor,
       h."isActive", h."emailVerified", h."passwordHash", h."passwordChangedAt", h."needsPasskey", h."temporarySince"
     from (${passwordHolderOf('c.customer_id', ':emailKey')}) h ${byKey('users', 'u', 'h.id')}`,
   )} where c.id = :clientId`,
);

/** The passkey that signs in, with its user and what a login by password would find. */
export interface PasskeyCandidateRow extends CandidateRow {
  readonly passkey: PasskeyColumns | null;
}

/** Bytes are in hexadecimal. */
type PasskeyColumns = Omit<KnownPasskey, 'credentialId' | 'publicKey'> &
  Readonly<Record<'credentialId' | 'publicKey', string>>;

/** Hot path: a login by passkey finds its client, passkey, user and consent. */
export const passkeyCandidateOf = sql<PasskeyCandidateRow, { clientId: string; credentialId: Buffer }>(
  'logins.passkey-candidate',
  `select ${COLUMNS}, l."isActive", l."emailVerified", l."passwordHash", l."passwordChangedAt", l."needsPasskey", l."temporarySince",
     c.xmin::text as "clientVersion", k.xmin::text as "consentVersion", l.passkey
   from clients c ${aroundClient(
     `select null::uuid as id, null::timestamptz as auth_time, u.id as user_id, u.email, u.locale, u.role, u.administration, null::text[] as amr,
       u.mfa_methods as factors, false as has_grant, false as lacks_factor,
       u.is_active as "isActive", u.email_verified as "emailVerified",
       null::text as "passwordHash", u.password_changed_at as "passwordChangedAt", false as "needsPasskey",
       null::timestamptz as "temporarySince", to_jsonb(p) as passkey
     from (
       select ${columnsOf(Passkey, 'p', OF_PASSKEY)} from passkeys p where p.credential_id = :credentialId limit 1
     ) p ${byKey('users', 'u', 'p."userId"')}
     where u.customer_id is not distinct from c.customer_id`,
   )} where c.id = :clientId`,
);

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');

/** The same as `readCandidate`, with the passkey. */
export function readPasskeyCandidate({ passkey, ...row }: PasskeyCandidateRow): ReturnType<typeof readCandidate> & {
  readonly passkey: KnownPasskey | null;
} {
  const { credentialId, publicKey } = passkey ?? {};
  const bytes = { credentialId: bytesOf(credentialId ?? ''), publicKey: bytesOf(publicKey ?? '') };
  return { ...readCandidate(row), passkey: passkey && { ...passkey, ...bytes } };
}

/** The user of a login by password or passkey. */
export interface Candidate extends Standing {
  readonly holder: PasswordHolder;
  readonly factors: readonly MfaMethod[];
  readonly clientVersion: string;
  readonly consentVersion: string | null;
}

export function readCandidate(row: CandidateRow): {
  readonly situation: Situation;
  readonly candidate: Candidate | null;
} {
  const { isActive, emailVerified, passwordHash, passwordChangedAt, needsPasskey, temporarySince, ...others } = row;
  const { clientVersion, consentVersion, ...rest } = others;
  const { userId: id, email, role, administration, factors } = rest;
  const holder = {
    isActive,
    emailVerified,
    passwordHash,
    passwordChangedAt,
    needsPasskey,
    temporarySince,
    mfaEnabled: factors !== null && factors.length > 0,
  };
  const candidate =
    id && email && role
      ? {
          holder: { id, email, ...holder },
          role,
          administration,
          factors: factors ?? [],
          clientVersion,
          consentVersion,
        }
      : null;
  return { situation: readSituation(rest), candidate };
}

/** What one row says about client, session and consent. */
export interface Situation {
  readonly client: LoginClient;
  readonly session: LoginSession | null;
  readonly consent: LoginConsent | null;
}

export function readSituation(row: SituationRow): Situation {
  const {
    sessionId,
    authTime,
    userId,
    email,
    locale,
    role,
    administration,
    amr,
    factors,
    lacksFactor: lacks,
    hasGrant,
    consent,
    ...client
  } = row;
  const session =
    sessionId && authTime && userId && email && role && amr
      ? {
          id: sessionId,
          authTime,
          userId,
          email,
          locale,
          role,
          administration,
          amr,
          factors: factors ?? [],
          lacksFactor: lacks === true,
          hasGrant: hasGrant === true,
        }
      : null;
  return { client, session, consent };
}

import { byKey, lookup, sql } from '../../ground/kernel/database.ts';
import { trailOf, type AuditRow } from '../audit/index.ts';
import { consentSuffices } from './consent-suffices.hot.sql.ts';
import {
  apisOfGrant,
  joinSessionUserAndClient,
  redeemedColumns,
  type Login,
  type RedeemedGrant,
} from './redeemed-grant.hot.sql.ts';
import { grantIsValid, isGrantOf } from './valid-grant.hot.sql.ts';

/** Hot path: what decides an exchange of a user's token for one for an API, for the client that exchanges it. */
export const apiAtExchange = lookup<Pick<RedeemedGrant, 'apis'>, 'grantId' | 'clientId' | 'api'>(
  'grants.api-at-exchange',
  { grantId: 'uuid', clientId: 'text', api: 'text' },
  ({ grantId, clientId, api }) =>
    `select ${apisOfGrant(`array[${api}]`, 'now()')} as apis from (select * from grants where id = ${grantId} limit 1) g
     ${byKey('users', 'u', 'g.user_id')} ${byKey('clients', 'c', clientId)}`,
);

/** A user's token that a client exchanges (RFC 8693). */
interface Exchange {
  /** The grant of the token, and the client that it was issued to. */
  readonly subjectGrantId: string;
  readonly subjectClientId: string;
  readonly customerId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The client that exchanges it. */
  readonly clientId: string;
  /** Of the new token, in the order of their names. */
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Those of the scopes that are of an API, which only the client that exchanges the token has. */
  readonly apiScopes: readonly string[];
  /** Whether the new token is for details (RFC 9396), which a consent to another client does not allow. */
  readonly isDetailed: boolean;
  /** The id of a new grant. */
  readonly grantId: string;
  /** The token by which the client proves that it acts; null without one. */
  readonly actorJti: string | null;
  readonly now: Date;
  /** The exchange that is recorded; null for a client's own token. */
  readonly event: AuditRow | null;
}

/** The grant that the new token depends on; null if the client may not have what it asks for. */
type Exchanged = Omit<Login, 'grantId'> & {
  readonly grantId: string | null;
  /** The administrator who acts as the user; null for the user in person. */
  readonly impersonatorId: string | null;
};

/** The consent to a client's own token suffices for the scopes of its grant, which is valid. An API adds others. */
const CONSENT_SUFFICES = consentSuffices({
  client: 'b',
  user: 'subject."userId"',
  scopes: `(case when "clientId" is not distinct from :clientId then :apiScopes::text[] else :scopes::text[] end)`,
  allScopes: ':scopes',
  resources: ':resources::text[]',
  newResources: ':resources::text[]',
});

/**
 * Hot path: a client exchanges a user's token. No row if the token is no longer valid. The token of another client gets a
 * grant below that client's grant and ends with it. The same exchange has the same grant, so that grants do not pile up, and
 * is in the audit trail once.
 */
export const exchangeToken = sql<Exchanged, Exchange>(
  'grants.exchange',
  `with subject as materialized (
     select ${redeemedColumns}, g.scopes, g.client_id as "clientId", g.factor_at as "factorAt", g.organization_id as "organizationId", g.impersonator_id as "impersonatorId", c.scopes as "clientScopes"
     from (select * from grants where id = :subjectGrantId limit 1) g ${joinSessionUserAndClient}
     where ${isGrantOf(':subjectGrantId', ':userId', ':sessionId')} and g.customer_id is not distinct from :customerId
       and g.client_id is not distinct from :subjectClientId and ${grantIsValid}
       and (:actorJti::uuid is null or not exists (
         select from revoked_tokens r where r.jti = :actorJti and r.client_id is not distinct from :clientId offset 0))
   ), allowed as materialized (
     select subject.*, "clientId" is not distinct from :clientId as own from subject
     cross join lateral (select id, customer_id, require_consent from clients where id = :clientId limit 1) b
     where ("clientId" is not distinct from :clientId or :scopes <@ ("clientScopes" || :apiScopes::text[]))
       and (not :isDetailed or "clientId" is not distinct from :clientId or not b.require_consent)
       and ${CONSENT_SUFFICES}
   ), existing as materialized (
     select e.id from allowed
     cross join lateral (
       select id from grants g
       where g.parent_id = allowed."grantId" and g.client_id is not distinct from :clientId
         and g.scopes is not distinct from :scopes and g.resources is not distinct from :resources limit 1
     ) e where not own
   ), granted as (
     insert into grants (id, customer_id, user_id, session_id, client_id, grant_type, scopes, resources, auth_time,
       organization_id, factor_at, amr, created_at, parent_id, impersonator_id)
     select :grantId, "customerId", "userId", "sessionId", :clientId, 'urn:ietf:params:oauth:grant-type:token-exchange',
       :scopes, :resources, "authTime", "organizationId", "factorAt", amr, :now, "grantId", "impersonatorId"
     from allowed where not own and not exists (select from existing)
     returning id, impersonator_id
   ), trail as (
     ${trailOf(`(:event::jsonb || jsonb_build_object('impersonator_id', granted.impersonator_id))`, 'granted')} where :event::jsonb is not null
   )
   select "customerId", "userId", "sessionId", "authTime", amr, acr, "sessionExpiresAt", "idTokenClaims", organization, "impersonatorId",
     coalesce((select "grantId" from allowed where own), (select id from existing), (select id from granted)) as "grantId"
   from subject`,
);

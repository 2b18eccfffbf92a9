import type { UserViewer } from '../../ground/kernel/access.ts';
import { lookup } from '../../ground/kernel/database.ts';
import { provedAt } from '../sessions/index.ts';
import { standingOf, type ClientStanding } from './client-standing.hot.sql.ts';
import { PROOF_PARTS, spendingProof, type ProofUse, type SpentProof } from './used-proof.hot.sql.ts';
import { GRANT_PARTS, grantIsValid, grantWithUserAndClient, isGrantOf, type GrantPart } from './valid-grant.hot.sql.ts';

/** The grant of a user's token. */
interface LiveGrant
  extends
    Pick<
      Required<UserViewer>,
      'customerId' | 'clientId' | 'role' | 'administration' | 'authTime' | 'factorAt' | 'documents' | 'impersonatorId'
    >,
    ClientStanding {
  readonly clientScopes: readonly string[];
  /** Whether a user registered the client for themself. */
  readonly isMembers: boolean;
}

/**
 * Hot path: authenticates a user's access token. A grant is deleted with its session, user or client, so they exist if it
 * exists.
 */
export const liveGrant = lookup<LiveGrant, GrantPart>('grants.live', GRANT_PARTS, live);

/** Hot path: the same with a proof of possession, which it redeems. */
export const liveGrantWithProof = lookup<LiveGrant & ProofUse, GrantPart | keyof SpentProof>(
  'grants.live-with-proof',
  { ...GRANT_PARTS, ...PROOF_PARTS },
  live,
  spendingProof,
);

function live({ grantId, userId, sessionId }: Readonly<Record<GrantPart, string>>): string {
  return `select g.customer_id as "customerId", g.client_id as "clientId", u.role, u.administration, ${provedAt('g')} as "authTime",
       g.factor_at as "factorAt", g.impersonator_id as "impersonatorId", c.scopes as "clientScopes", c.documents,
       c.owner_id is not null as "isMembers", ${standingOf('c')}
     from ${grantWithUserAndClient} where ${isGrantOf(grantId, userId, sessionId)} and ${grantIsValid}`;
}

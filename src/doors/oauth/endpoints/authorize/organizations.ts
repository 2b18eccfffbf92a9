import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { actingOrganizations, type ActingOrganization } from '../../../../modules/organizations/index.ts';
import type { Attempt } from './attempt.ts';
import { grantedScopes } from './checks/scope.check.ts';
import { grantedClaims } from './granted-claims.ts';

type Request = Pick<Attempt, 'parameters' | 'client' | 'session' | 'flow' | 'wanted' | 'knownClaims'>;

/** Whether the client gets to know the organization that the user acts for. */
export const asksForOrganization = (request: Omit<Request, 'flow'>): boolean =>
  grantedScopes(request).includes('organization') ||
  grantedClaims(request).beyond.some(({ claim }) => claim === 'organization');

/**
 * The organizations that the user may act for in this request: the one that `organization` names, the one that the user has
 * chosen in this flow, or all. Null if the request does not ask for one, which takes no query, or nobody is signed in.
 */
export async function organizationsToActFor(
  runtime: Runtime,
  request: Request,
): Promise<readonly ActingOrganization[] | null> {
  const { parameters, client, session, flow } = request;
  if (!session || !asksForOrganization(request)) return null;
  const user = { customerId: client.customerId, userId: session.userId };
  const named = parameters.get('organization');
  const find = (one?: string) => actingOrganizations(runtime.fork(), user, one);
  if (named !== undefined) return find(named);
  const chosen = flow?.organization;
  const kept = chosen && chosen.sessionId === session.id ? await find(chosen.id) : [];
  return kept.length > 0 ? kept : find();
}

/** The organization that the user acts for; null for none, and as long as it is not chosen. */
export const grantedOrganization = ({ organizations }: Pick<Attempt, 'organizations'>): ActingOrganization | null =>
  organizations?.length === 1 ? organizations[0]! : null;

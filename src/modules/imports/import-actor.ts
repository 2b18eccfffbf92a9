import type { EntityManager } from '@mikro-orm/postgresql';
import { expandScopes, type OwnScope, type SignedIn } from '../../ground/kernel/access.ts';
import { actsForItself, Client } from '../clients/index.ts';
import { User } from '../users/index.ts';

/** Who acts later, and with which rights, as a row has it. */
interface Actor {
  readonly customerId: string;
  readonly actorType: 'user' | 'client' | 'system';
  readonly actorId?: string | null | undefined;
  readonly actorClientId?: string | null | undefined;
  readonly scopes: readonly string[];
  readonly provedAt?: Date | null | undefined;
}

/** Who uploads a file, and with which rights the import acts. */
export const actorOf = (viewer: SignedIn) => ({
  actorType: viewer.kind,
  actorId: viewer.kind === 'user' ? viewer.userId : viewer.kind === 'client' ? viewer.clientId : null,
  actorClientId: viewer.kind === 'user' ? viewer.clientId : null,
  scopes: viewer.kind === 'system' ? [] : [...viewer.scopes],
  provedAt: viewer.kind === 'user' ? latest(viewer.authTime, viewer.factorAt) : null,
});

const latest = (one: Date, other: Date | null): Date => (other && other > one ? other : one);

/** The viewer for whom an import acts, with the rights that they still have. Null if they no longer exist. */
export async function viewerOf(em: EntityManager, found: Actor): Promise<SignedIn | null> {
  const { customerId, actorType, actorId } = found;
  if (actorType === 'system') return { kind: 'system', customerId };
  if (actorType === 'client') {
    const scopes = await scopesLeft(em, found, actorId!, actsForItself);
    return scopes && { kind: 'client', customerId, clientId: actorId!, scopes, documents: null };
  }
  const user = await em.findOne(User, { id: actorId!, customerId, isActive: true }, { disableIdentityMap: true });
  const clientId = found.actorClientId ?? null;
  const scopes = clientId === null ? expandScopes(found.scopes) : await scopesLeft(em, found, clientId);
  if (!user || !scopes) return null;
  const { id: userId, role, administration } = user;
  const proof = { authTime: found.provedAt ?? new Date(0), factorAt: null };
  return {
    kind: 'user',
    customerId,
    userId,
    sessionId: '',
    clientId,
    role,
    administration,
    scopes,
    ...proof,
    documents: null,
  };
}

/** The scopes of the upload that its client is still registered for. Null without the client. */
async function scopesLeft(
  em: EntityManager,
  { customerId, scopes }: Actor,
  clientId: string,
  isFit: (grantTypes: readonly string[]) => boolean = () => true,
): Promise<ReadonlySet<OwnScope> | null> {
  const client = await em.findOne(Client, { id: clientId, customerId }, { disableIdentityMap: true });
  if (!client || !isFit(client.grantTypes)) return null;
  return expandScopes(scopes).intersection(expandScopes(client.scopes));
}

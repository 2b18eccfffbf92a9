import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { deviceOf, type Device } from './device-name.ts';
import { Session } from './session.entity.ts';

/** Where a request comes from. */
export interface Place {
  readonly device: Device;
  readonly ipAddress: string;
}

/**
 * Where the user of a request is. With a token it is the browser of the token's session, because the request may come from
 * an application's server. On pages it is the browser that sent the request.
 */
export async function placeOf({ viewer, origin }: RequestContext, em: EntityManager): Promise<Place> {
  const session = viewer.kind === 'user' ? await browserOf(em, viewer) : null;
  const { ipAddress, userAgent } = session ?? { ...origin, ipAddress: origin.ip };
  return { device: await deviceOf(userAgent), ipAddress };
}

const browserOf = (em: EntityManager, { customerId, sessionId }: { customerId: string; sessionId: string }) =>
  em.findOne(Session, { id: sessionId, customerId }, { fields: ['ipAddress', 'userAgent'], disableIdentityMap: true });

import type { RequestContext } from '../../kernel/context.ts';
import { sql, type Database } from '../../kernel/database.ts';
import { deviceName } from './device-name.ts';

/** Where somebody sits. */
export interface Place {
  /** “Firefox on Linux”; null where the browser does not say. */
  readonly device: string | null;
  readonly ipAddress: string;
}

/** $1 customer, $2 session. */
const sessionPlace = sql<{ ip: string; userAgent: string }>(
  'sessions.place',
  'select ip, user_agent as "userAgent" from sessions where id = $2 and customer_id is not distinct from $1',
);

/**
 * Where a request comes from in the end: the browser of the session that its token stands on, since what sent it may be
 * an application's server; on pages, the browser that sent it.
 */
export async function placeOf({ viewer, origin }: RequestContext, db: Database): Promise<Place> {
  const session =
    viewer.kind === 'user' ? await db.first(sessionPlace, [viewer.customerId, viewer.sessionId]) : undefined;
  const { ip, userAgent } = session ?? origin;
  return { device: userAgent ? deviceName(userAgent) : null, ipAddress: ip };
}

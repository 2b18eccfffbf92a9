import { raw, sql } from '@mikro-orm/postgresql';
import type { Database } from '../../ground/kernel/database.ts';
import { supposedGrant, type SupposedGrant, type SupposedSession } from '../grants/index.ts';
import { userTokenAskedBy, type IntrospectedOfUser } from './introspection.hot.sql.ts';

const OF_ITS_CUSTOMER = 'g.customer_id is not distinct from clients.customer_id';

/**
 * What introspection would read if the client of a supposed grant asked about an access token of it. `api` is what the token
 * is for, if that may be an API; or no text.
 */
export async function introspectSupposed(
  db: Database,
  session: SupposedSession,
  grant: SupposedGrant,
  api: string,
): Promise<IntrospectedOfUser | undefined> {
  const asked = raw(userTokenAskedBy('(select client_id from grants)', '(select api from asked)', OF_ITS_CUSTOMER));
  const supposed = supposedGrant(session, grant);
  const [row] = await db.select<IntrospectedOfUser>(sql`with ${supposed}, asked as (select ${api} as api) ${asked}`);
  return row;
}

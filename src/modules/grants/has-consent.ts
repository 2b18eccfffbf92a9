import { raw, sql } from '@mikro-orm/postgresql';
import type { Database } from '../../ground/kernel/database.ts';
import { consentSuffices } from './consent-suffices.hot.sql.ts';

/** What a client asks for in the name of a user who is not there to be asked. */
interface Wanted {
  readonly customerId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
}

const SUFFICES = consentSuffices({
  client: 'c',
  user: 'w.user_id',
  scopes: 'w.scopes',
  resources: 'w.resources',
  newResources: 'w.resources',
});

/** Whether what the user has allowed the client is enough for this. */
export async function hasConsent(db: Database, wanted: Wanted): Promise<boolean> {
  const { customerId, userId, clientId, scopes, resources } = wanted;
  const list = (texts: readonly string[]) =>
    sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;
  const found = await db.select<{ suffices: boolean }>(sql`
    select ${raw(SUFFICES)} as suffices
    from (select ${userId}::uuid as user_id, ${list(scopes)} as scopes, ${list(resources)} as resources) w
    cross join lateral (
      select id, customer_id, require_consent from clients where id = ${clientId} and customer_id = ${customerId}::uuid
    ) c`);
  return found[0]?.suffices === true;
}

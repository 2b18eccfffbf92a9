import { fragment, sql } from '../../kernel/database.ts';

/** Hot path: an authorization request begins with it. */
export const insertPushedRequest = sql<
  Record<string, never>,
  { referenceHash: Buffer; customerId: string; clientId: string; parameters: string; expiresAt: Date }
>(
  'clients.push-request',
  `insert into pushed_requests (reference_hash, customer_id, client_id, parameters, expires_at)
   values (:referenceHash, :customerId, :clientId, :parameters, :expiresAt)`,
);

/**
 * Redeems a pushed request: deletes it and returns its client and parameters, within the statement that reads what else the
 * request needs. No row where the reference is unknown, has expired or is another client's. The arguments are expressions:
 * the reference's hash, the client and the time.
 */
export const takePushedRequest = (referenceHash: string, clientId: string, now: string): string =>
  fragment(
    'clients.take-pushed-request',
    `delete from pushed_requests where reference_hash = (
       select reference_hash from (select * from pushed_requests where reference_hash = ${referenceHash} limit 1) p
       where p.client_id = ${clientId} and p.expires_at > ${now}
     )
     returning client_id, parameters`,
  );

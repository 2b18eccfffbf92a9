import { fragment, sql } from '../../kernel/database.ts';

/** Hot path: an authorization request begins with it. $1 hash of the reference, $2 customer, $3 client, $4 parameters, $5 end. */
export const insertPushedRequest = sql(
  'clients.push-request',
  `insert into pushed_requests (reference_hash, customer_id, client_id, parameters, expires_at)
   values ($1, $2, $3, $4, $5)`,
);

/**
 * Redeems the request of this reference that the client pushed, unless it has expired by `now`: deletes it and returns its
 * client and parameters, within the statement that reads what else the request needs. All three are parameters' numbers.
 */
export const takePushedRequest = (reference: string, client: string, now: string): string =>
  fragment(
    'clients.take-pushed-request',
    `delete from pushed_requests where reference_hash = (
       select reference_hash from (select * from pushed_requests where reference_hash = ${reference} limit 1) p
       where p.client_id = ${client} and p.expires_at > ${now}
     )
     returning client_id, parameters`,
  );

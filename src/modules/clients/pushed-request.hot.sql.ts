import type { EntityManager } from '@mikro-orm/postgresql';
import { fragment, sql } from '../../ground/kernel/database.ts';
import { PushedRequest } from './pushed-request.entity.ts';

/** Hot path: an authorization request begins with it. */
export const insertPushedRequest = sql<
  Record<string, never>,
  {
    referenceHash: Buffer;
    customerId: string;
    clientId: string;
    parameters: string;
    expiresAt: Date;
    isReusable: boolean;
  }
>(
  'clients.push-request',
  `insert into pushed_requests (reference_hash, customer_id, client_id, parameters, expires_at, is_reusable)
   values (:referenceHash, :customerId, :clientId, :parameters, :expiresAt, :isReusable)`,
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
       where p.client_id = ${clientId} and p.expires_at > ${now} and not p.is_reusable
     )
     returning client_id, parameters, is_reusable`,
  );

/** The same for a request that stays until it is answered. */
export const reusablePushedRequest = (referenceHash: string, clientId: string, now: string): string =>
  `select p.client_id, p.parameters, p.is_reusable
     from (select * from pushed_requests where reference_hash = ${referenceHash} limit 1) p
     where p.client_id = ${clientId} and p.expires_at > ${now} and p.is_reusable`;

/** Ends a request that can be opened again, as it is about to be answered. False if it was answered before. */
export const endPushedRequest = async (em: EntityManager, referenceHash: Buffer): Promise<boolean> =>
  (await em.nativeDelete(PushedRequest, { referenceHash })) === 1;

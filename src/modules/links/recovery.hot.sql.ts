import { sql } from '../../ground/kernel/database.ts';
import type { RecoveryRequest } from './recovery-request.entity.ts';

type Taken = Pick<RecoveryRequest, 'id' | 'customerId' | 'email' | 'ip' | 'requestId' | 'requestedAt' | 'flow'>;

/** Claims the oldest request that no other worker has claimed. It stays if the transaction fails. */
export const takeRequest = sql<Taken, Record<string, never>>(
  'links.take-recovery-request',
  `delete from recovery_requests
   where id = (select id from recovery_requests order by id limit 1 for update skip locked)
   returning id, customer_id as "customerId", email, ip, request_id as "requestId", requested_at as "requestedAt",
     flow`,
);

import { sql } from '../../kernel/database.ts';

/** A request to be looked into. */
export interface RequestRow {
  readonly id: string;
  readonly customerId: string;
  readonly email: string;
  readonly ip: string;
  readonly requestId: string;
  readonly requestedAt: Date;
}

/** Hot path: a step of the login page, the same for every address. $1 id, $2 customer, $3 address as typed, $4 ip, $5 request id, $6 now. */
export const insertRequest = sql(
  'links.insert-recovery-request',
  `insert into recovery_requests (id, customer_id, email, ip, request_id, requested_at) values ($1, $2, $3, $4, $5, $6)`,
);

/** Claims the oldest request nobody else is looking into; it comes back when the transaction fails. */
export const takeRequest = sql<RequestRow>(
  'links.take-recovery-request',
  `delete from recovery_requests
   where id = (select id from recovery_requests order by id limit 1 for update skip locked)
   returning id, customer_id as "customerId", email, ip, request_id as "requestId", requested_at as "requestedAt"`,
);

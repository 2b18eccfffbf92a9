import type { DueRow } from '../../ground/jobs/due.hot.sql.ts';
import { outboxStatements } from '../../ground/jobs/outbox.hot.sql.ts';
import type { SigningAlgorithm } from '../keys/index.ts';
import type { LogoutDelivery } from './logout-delivery.entity.ts';

/** A delivery that this process has to make. */
export interface ClaimedDelivery extends Pick<
  LogoutDelivery,
  'id' | 'customerId' | 'clientId' | 'userId' | 'sessionId' | 'attempts'
> {
  /** Null if the client no longer wants to be told. */
  readonly uri: string | null;
  readonly signedWith: SigningAlgorithm;
  /** Null for a client with public subjects. */
  readonly sector: string | null;
}

/** A due delivery. Its line is the client. */
export interface DueDelivery extends DueRow {
  /** The member who owns the client. */
  readonly ownerId: string | null;
}

/** Claims deliveries. They wait in one line for each client. */
export const deliveries = outboxStatements<ClaimedDelivery, DueDelivery>({
  room: 'logouts',
  table: 'logout_deliveries',
  done: 'delivered',
  line: 'client_id',
  // Triggers insert deliveries without a time.
  dueAt: "coalesce(next_attempt_at, '-infinity')",
  lineColumns: `, (select c.owner_id from clients c where c.customer_id = l.customer_id and c.id = l.line) as "ownerId"`,
  parcel: `o.customer_id as "customerId", o.client_id as "clientId", o.user_id as "userId", o.session_id as "sessionId",
     c.backchannel_logout_uri as uri, c.id_token_signed_response_alg as "signedWith", c.sector`,
  joined: { table: 'clients c', on: 'c.customer_id = o.customer_id and c.id = o.client_id' },
});

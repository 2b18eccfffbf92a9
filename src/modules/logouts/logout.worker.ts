import { Courier, Undeliverable, type Failure } from '../../ground/jobs/courier.ts';
import { Outgoing } from '../../ground/http/outgoing.ts';
import { tracedApart } from '../../ground/kernel/activity.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { Tracing } from '../../ground/kernel/tracing.ts';
import { LogoutBell } from './logout.bell.ts';
import { LogoutDelivery } from './logout-delivery.entity.ts';
import { deliveries, type ClaimedDelivery, type DueDelivery } from './logout-delivery.hot.sql.ts';
import { makeLogoutToken } from './logout-token.ts';

const LOOK_MS = 2_000;

/** How many deliveries run at a time: in all, to one client, and to the clients of one member or customer. */
const LANES = 128;
const LANES_OF_CLIENT = 2;
const LANES_OF_MEMBER = 4;
const LANES_OF_CUSTOMER = 64;

/** RFC 9110 §15.3: the answers of a client that accepted the token. */
const OK = 200;
const NO_CONTENT = 204;

/**
 * Tells clients that a session has ended, apart from the request that ended it. So nobody waits for a slow client.
 */
export function startLogoutWorker(runtime: Runtime): { stop(): Promise<void> } {
  const round = {
    statements: deliveries,
    rows: { entity: LogoutDelivery, done: 'delivered' },
    bell: runtime.get(LogoutBell),
    limits: ({ customerId, ownerId }: DueDelivery) => [
      { key: `customer ${customerId}`, most: LANES_OF_CUSTOMER },
      ...(ownerId === null ? [] : [{ key: `member ${ownerId}`, most: LANES_OF_MEMBER }]),
    ],
    deliver: (delivery: ClaimedDelivery) =>
      tracedApart(runtime.get(Tracing), 'send logout token', {}, () => tell(runtime, delivery)),
    describe: (error: unknown) => (error as Error).message.slice(0, 300),
    failed: ({ id, clientId, attempts }: ClaimedDelivery, failure: Failure) =>
      runtime.log.warn({ deliveryId: id, clientId, attempts, ...failure }, 'a client could not be told of a logout'),
  };
  return new Courier(runtime, round, { everyMs: LOOK_MS, lanes: LANES, lanesOfLine: LANES_OF_CLIENT });
}

/** OpenID Connect Back-Channel Logout §2.5, §2.8: the token by POST, and 200 for an answer; frameworks make 204 of it. */
async function tell(runtime: Runtime, delivery: ClaimedDelivery): Promise<void> {
  if (delivery.uri === null) throw new Undeliverable('The client has no backchannel_logout_uri any more.');
  const body = new URLSearchParams({ logout_token: await makeLogoutToken(runtime, delivery) }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status } = await runtime.get(Outgoing).fetch(delivery.uri, { method: 'POST', headers, body });
  if (status !== OK && status !== NO_CONTENT) throw new Error(`The client answered ${status}.`);
}

import { sql } from '../../ground/kernel/database.ts';
import { registrationColumns, type ClientRegistration } from '../clients/index.ts';
import {
  redemption,
  spendProofs,
  type ProofUse,
  type FirstRedeemed,
  type Redemption,
  type SpentProof,
} from '../grants/index.ts';

const PROOF = `(select :clientId::text as "clientId", :proofHash::text as "proofHash", :proofEnd::text as "proofEnd"
       where :proofHash::text is not null and exists (select from asked))`;

/** RFC 8628 §3.5: how much longer a device has to wait after it has polled too early. */
const SLOWER_SECONDS = 5;

/** How much earlier than due a poll is in time: a device's timer is not exact, and servers' clocks differ. */
const TOLERANCE_SECONDS = 0.5;

/** A polling client, with the state of its device code; null if the client has no such code. */
export interface PolledClient extends ClientRegistration, ProofUse {
  readonly state: 'pending' | 'early' | 'approved' | 'denied' | 'expired' | 'used' | null;
  /** The resources that the device has asked for. */
  readonly authorizedResources: readonly string[] | null;
  /** The `authorization_details` that it has asked for. */
  readonly authorizedDetails: string | null;
}

interface Poll extends Pick<SpentProof, 'clientId'> {
  readonly deviceCodeHash: Buffer;
  readonly now: Date;
  /** Null without a proof. */
  readonly proofHash: string | null;
  readonly proofEnd: string | null;
}

/**
 * Hot path: a device polls. One round trip reads the client, which is not authenticated yet, and the state of the code, and
 * notes the time. So nothing is redeemed here but a proof of possession, and that only if the client has such a code.
 */
export const pollDevice = sql<PolledClient, Poll>(
  'devices.poll',
  `with asked as materialized (
     select case
       when d.consumed_at is not null then 'used'
       when d.expires_at <= :now then 'expired'
       when d.denied_at is not null then 'denied'
       when d.grant_id is not null then 'approved'
       when d.polled_at > :now - make_interval(secs => d.interval_seconds - ${TOLERANCE_SECONDS}) then 'early'
       else 'pending' end as state, d.resources, d.authorization_details
     from (select * from device_authorizations where device_code_hash = :deviceCodeHash limit 1) d
     where d.client_id is not distinct from :clientId
   ), polled as (
     update device_authorizations d set polled_at = :now,
       interval_seconds = d.interval_seconds + case asked.state when 'early' then ${SLOWER_SECONDS} else 0 end
     from asked where d.device_code_hash = :deviceCodeHash and asked.state in ('early', 'pending')
   ), spent as (
     ${spendProofs(PROOF)}
   )
   select ${registrationColumns}, asked.state, asked.resources as "authorizedResources", asked.authorization_details as "authorizedDetails",
     :proofHash::text is null or asked.state is null or exists (select from spent) as "isFresh"
   from clients left join asked on true where clients.id = :clientId`,
);

/** A device code as a client presents it. All of it has to match. */
interface PresentedDeviceCode extends Redemption {
  readonly deviceCodeHash: Buffer;
  readonly customerId: string;
  readonly clientId: string;
}

/** Redeems an approved device code and creates the first refresh token, both or neither. */
export const redeemDeviceCode = sql<FirstRedeemed, PresentedDeviceCode>(
  'devices.redeem',
  redemption({
    table: 'device_authorizations',
    key: 'device_code_hash = :deviceCodeHash',
    matches: 't.customer_id = :customerId and t.client_id = :clientId::text',
  }),
);

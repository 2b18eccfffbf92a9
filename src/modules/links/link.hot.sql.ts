import type { Role } from '../../ground/kernel/access.ts';
import { byKey, sql } from '../../ground/kernel/database.ts';
import type { Requester } from './link.ts';
import type { Purpose } from './one-time-link.entity.ts';

/** What a link is for: its user, and the address it was sent to. */
export interface LinkTarget {
  readonly customerId: string;
  readonly customerName: string;
  readonly userId: string;
  /** The address the link proves. */
  readonly email: string;
  readonly emailKey: string;
  /** The address the user has. */
  readonly userEmail: string;
  /** Whether that address is proved. */
  readonly emailVerified: boolean;
  /** Whether the user signed up and has not proved the address. */
  readonly isUnproved: boolean;
  /** Whether the account can be signed in to with a password. */
  readonly hasPassword: boolean;
  readonly passwordChangedAt: Date | null;
  readonly role: Role;
  /** Who asked for a change of address. */
  readonly requesterType: Requester['type'] | null;
  readonly requesterId: string | null;
  /** The sign-in in which a browser asked for the link, sealed. */
  readonly flow: string | null;
  readonly name: string;
  readonly username: string | null;
  /** The language and the time zone that the user has given, if any. */
  readonly locale: string | null;
  readonly timeZone: string | null;
}

const target = `l.customer_id as "customerId", c.name as "customerName", l.user_id as "userId", l.email,
  l.email_key as "emailKey", u.email as "userEmail", u.email_verified as "emailVerified",
  u.self_registered and not u.email_verified as "isUnproved",
  u.password_hash is not null as "hasPassword", u.password_changed_at as "passwordChangedAt", u.role, l.requester_type as "requesterType",
  l.requester_id as "requesterId", l.flow, u.name, u.username, u.locale, u.time_zone as "timeZone"`;

/** A link as somebody presents it. */
interface PresentedLink {
  readonly tokenHash: Buffer;
  readonly purpose: Purpose;
  readonly now: Date;
}

// All conditions under which a link works. Only a link that changes the address works once the user has another address. The
// link of the first start is for nothing but the first sign-in, with the password that was made with it.
const works = `l.purpose = :purpose and l.consumed_at is null and l.expires_at > :now and u.is_active
  and (l.purpose = 'change_email' or u.email = l.email)
  and (l.purpose <> 'first_sign_in' or u.login_count = 0 and u.password_changed_at is null)`;

const LINK = '(select * from one_time_links where token_hash = :tokenHash limit 1) l';

/** Hot path: a page that a link in a mail opens. No row unless the link works. */
export const findLink = sql<LinkTarget, PresentedLink>(
  'links.find',
  `select ${target} from ${LINK} ${byKey('users', 'u', 'l.user_id')}
   ${byKey('customers', 'c', 'l.customer_id')} where ${works}`,
);

/**
 * Redeems a link. No row unless the link worked. Of many uses at a time, one gets the row. The customer's row is locked
 * first, because the change of the user changes the customer's counters.
 */
export const consumeLink = sql<LinkTarget, PresentedLink>(
  'links.consume',
  `with c as materialized (
     select id, name from customers where id = (select customer_id from one_time_links where token_hash = :tokenHash)
     for no key update
   ), found as (
     select ${target} from c, ${LINK} ${byKey('users', 'u', 'l.user_id')} where ${works}
   )
   update one_time_links set consumed_at = :now from found where token_hash = :tokenHash and consumed_at is null
   returning found.*`,
);

/** What the requester of a change of address may do now. */
export interface RequesterRights {
  readonly role: Role | null;
  readonly scopes: readonly string[] | null;
}

/** Redeems a change of address, if its requester could still ask for it. */
export const requesterRights = sql<
  RequesterRights,
  { customerId: string; userId: string | null; clientId: string | null }
>(
  'links.requester-rights',
  `select (select role from users where customer_id = :customerId and id = :userId and is_active) as role,
     (select scopes from clients
      where customer_id = :customerId and id = :clientId 
        and grant_types && '{client_credentials,urn:ietf:params:oauth:grant-type:jwt-bearer}') as scopes`,
);

/**
 * Claims a customer's links and invitations for the transaction. Using a link locks the same row first, so the two cannot
 * wait for each other.
 */
export const lockCustomer = sql<Record<string, never>, { customerId: string }>(
  'links.lock-customer',
  'select from customers where id = :customerId for no key update',
);

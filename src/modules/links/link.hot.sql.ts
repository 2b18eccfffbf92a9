import type { Role } from '../../kernel/access.ts';
import { byKey, sql } from '../../kernel/database.ts';
import type { Requester } from './link.ts';

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
  /** Whether the account can be signed in to with a password. */
  readonly hasPassword: boolean;
  readonly passwordChangedAt: Date | null;
  readonly role: Role;
  /** Who asked for a change of address. */
  readonly requesterType: Requester['type'] | null;
  readonly requesterId: string | null;
  readonly name: string;
  readonly username: string | null;
}

const target = `l.customer_id as "customerId", c.name as "customerName", l.user_id as "userId", l.email,
  l.email_key as "emailKey", u.email as "userEmail", u.email_verified as "emailVerified",
  u.password_hash is not null as "hasPassword", u.password_changed_at as "passwordChangedAt", u.role, l.requester_type as "requesterType",
  l.requester_id as "requesterId", u.name, u.username`;

// Every condition under which a link works, in one place: $1 token's hash, $2 purpose, $3 now. Links but those that
// change the address are void once the user has another one.
const works = `l.purpose = $2 and l.consumed_at is null and l.expires_at > $3 and u.is_active
  and (l.purpose = 'change_email' or u.email = l.email)`;

const LINK = '(select * from one_time_links where token_hash = $1 limit 1) l';

/** Redeeming: the same look without using it up. $1 token's hash, $2 purpose, $3 now. No row unless the link works. */
export const findLink = sql<LinkTarget>(
  'links.find',
  `select ${target} from ${LINK} ${byKey('users', 'u', 'l.user_id')}
   ${byKey('customers', 'c', 'l.customer_id')} where ${works}`,
);

/**
 * Redeems a link. $1 token's hash, $2 purpose, $3 now. No row unless the link worked, and from now on it does not: of many at a time, one
 * gets the row. The customer's row is taken first, as by everyone whose change of users its counters follow.
 */
export const consumeLink = sql<LinkTarget>(
  'links.consume',
  `with c as materialized (
     select id, name from customers where id = (select customer_id from one_time_links where token_hash = $1)
     for no key update
   ), found as (
     select ${target} from c, ${LINK} ${byKey('users', 'u', 'l.user_id')} where ${works}
   )
   update one_time_links set consumed_at = $3 from found where token_hash = $1 and consumed_at is null
   returning found.*`,
);

/** What somebody who asked for a change of address may do now. */
export interface Standing {
  readonly role: Role | null;
  readonly scopes: readonly string[] | null;
}

/** Redeeming: whether the link may still do what it is for. $1 customer, $2 user's id or null, $3 client's id or null. */
export const standingOf = sql<Standing>(
  'links.standing-of',
  `select (select role from users where customer_id = $1 and id = $2 and is_active) as role,
     (select scopes from clients where customer_id = $1 and id = $3 and 'client_credentials' = any(grant_types)) as scopes`,
);

/** Claims the customer's row, $1. Whoever takes rows of links and of invitations takes the customer's first, as those do who use a link. */
export const lockCustomer = sql('links.lock-customer', 'select from customers where id = $1 for no key update');

/** Redeems the invitation whose link was used. $1 customer, $2 user, $3 now. */
export const acceptInvitation = sql<{ id: string; applicationUrl: string | null }>(
  'links.accept-invitation',
  `update invitations set accepted_at = $3
   where customer_id = $1 and user_id = $2 and accepted_at is null and revoked_at is null
   returning id, application_url as "applicationUrl"`,
);

import { sql } from '../../ground/kernel/database.ts';
import { effectiveGroups } from '../access/index.ts';
import { isStaffIn } from '../users/index.ts';

/** The parts of a statement that say who signs in, and to which client. */
interface Concerned {
  readonly customer: string;
  readonly user: string;
  /** Whether the user administers anything. */
  readonly isStaff: string;
  readonly client: string;
}

/** Whether customer `fc` requires a second factor of the user. The first condition spares the rest to nearly all customers. */
const requiredBy = ({ customer, user, isStaff, client }: Concerned): string =>
  `fc.id = ${customer} and fc.second_factor_of <> 'nobody' and (
       fc.second_factor_of = 'everybody' or (fc.second_factor_of = 'administrators' and ${isStaff})
       or exists (select from second_factor_clients sc where sc.customer_id = fc.id and sc.client_id = ${client})
       or exists (
         select from ${effectiveGroups(user)} e
         cross join lateral (select * from second_factor_groups sg where sg.group_id = e.group_id and sg.customer_id = fc.id offset 0) sg))`;

/**
 * Whether the user may not sign in without a second factor: the customer requires one, and `putOff` does not hold, or the
 * time to put it off is over. It begins when the user is first asked.
 */
export const lacksFactor = (of: Concerned & { readonly now: string; readonly putOff: string }): string => `exists (
     select from customers fc where ${requiredBy(of)} and (not ${of.putOff} or coalesce(
       (select fr.first_at from factor_reminders fr
        where fr.customer_id = fc.id and fr.user_id = ${of.user} and fr.first_at >= fc.second_factor_since),
       ${of.now}::timestamptz) + make_interval(secs => fc.second_factor_grace_seconds) <= ${of.now}))`;

/** Whether the user gives a code of a mail after the password, at customer `fc`. An app or a passkey comes instead of it. */
const asksForCode = ({ verified, enrolled }: Readonly<Record<'verified' | 'enrolled', string>>): string =>
  `fc.email_codes and ${verified} and not ${enrolled}`;

/** Whether a login by these methods lacks the code of a mail. */
export const lacksEmailCode = (of: Readonly<Record<'customer' | 'amr' | 'verified' | 'enrolled', string>>): string =>
  `(not 'email' = any(${of.amr}::text[]) and exists (
     select from customers fc where fc.id = ${of.customer} and ${asksForCode(of)}))`;

/** A user whose password was right. */
export interface FactorDutyOf {
  readonly customerId: string;
  readonly userId: string;
  readonly clientId: string | null;
  readonly passwordDigest: Buffer;
  /** Whether the user has given the code of a mail, too. */
  readonly hasEmailCode: boolean;
  readonly now: Date;
}

/** What a login still lacks: the code of a mail first, and then a second factor that the user sets up. */
export type MissingPart = { readonly asksForCode: true } | (FactorDuty & { readonly asksForCode: false });

/** What a user without a second factor has to do. */
export interface FactorDuty {
  /** Until when the user may put it off. */
  readonly until: Date;
  readonly email: string;
  readonly locale: string | null;
}

interface MissingRow {
  readonly asksForCode: boolean;
  readonly until: Date | null;
  readonly email: string | null;
  readonly locale: string | null;
}

/**
 * Hot path: a login that did not start finds whether the code of a mail is missing, or else whether a second factor is
 * missing, and until when the user may put it off. The first time counts, so that nobody gets more of it by signing in
 * again. No row if the password has changed since.
 */
export const factorDuty = sql<MissingRow, FactorDutyOf>(
  'logins.factor-duty',
  `with proved as materialized (
     select u.id, u.customer_id, u.role, u.administration, u.email, u.locale, u.email_verified
     from (select * from users where id = :userId limit 1) u
     where u.customer_id is not distinct from :customerId and u.is_active and not u.mfa_enrolled
       and sha256(convert_to(u.password_hash, 'utf8')) = :passwordDigest
   ), coded as (
     select from customers fc, proved u
     where fc.id = :customerId and not :hasEmailCode and ${asksForCode({ verified: 'u.email_verified', enrolled: 'false' })}
   ), concerned as (
     select u.email, u.locale, fc.second_factor_since as since, fc.second_factor_grace_seconds as grace
     from customers fc, proved u
     where not exists (select from coded) and ${requiredBy({ customer: ':customerId', user: ':userId', isStaff: isStaffIn('u'), client: ':clientId' })}
   ), asked as (
     insert into factor_reminders as fr (customer_id, user_id, first_at)
     select :customerId, :userId, :now from concerned
     on conflict (customer_id, user_id) do update set first_at = case
       when fr.first_at < (select since from concerned) then excluded.first_at else fr.first_at end
     returning first_at
   )
   select false as "asksForCode", first_at + make_interval(secs => grace) as until, email, locale from concerned, asked
   union all select true, null, null, null from coded`,
);

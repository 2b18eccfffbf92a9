import { sql } from '../../kernel/database.ts';

/** The parts of a statement that say who signs in, and to which client. */
interface Concerned {
  readonly customer: string;
  readonly user: string;
  readonly role: string;
  readonly client: string;
}

/** Whether customer `fc` requires a second factor of the user. The first condition spares the rest to nearly all customers. */
const requiredBy = ({ customer, user, role, client }: Concerned): string =>
  `fc.id = ${customer} and fc.second_factor_of <> 'nobody' and (
       fc.second_factor_of = 'everybody' or (fc.second_factor_of = 'administrators' and ${role} = 'admin')
       or exists (select from second_factor_clients sc where sc.customer_id = fc.id and sc.client_id = ${client})
       or exists (
         select from second_factor_groups sg join memberships m on m.group_id = sg.group_id
         where sg.customer_id = fc.id and m.user_id = ${user} and m.customer_id is not distinct from fc.id))`;

/**
 * Whether the user may not sign in without a second factor: the customer requires one, and `putOff` does not hold, or the
 * time to put it off is over. It begins when the user is first asked.
 */
export const lacksFactor = (of: Concerned & { readonly now: string; readonly putOff: string }): string => `exists (
     select from customers fc where ${requiredBy(of)} and (not ${of.putOff} or coalesce(
       (select fr.first_at from factor_reminders fr
        where fr.customer_id = fc.id and fr.user_id = ${of.user} and fr.first_at >= fc.second_factor_since),
       ${of.now}::timestamptz) + make_interval(secs => fc.second_factor_grace_seconds) <= ${of.now}))`;

/** A user whose password was right. */
export interface FactorDutyOf {
  readonly customerId: string;
  readonly userId: string;
  readonly clientId: string | null;
  readonly passwordDigest: Buffer;
  readonly now: Date;
}

/** What a user without a second factor has to do. */
export interface FactorDuty {
  /** Until when the user may put it off. */
  readonly until: Date;
  readonly email: string;
  readonly locale: string | null;
}

/**
 * Hot path: a login that did not start finds whether a second factor is missing, and until when the user may put it off. The
 * first time counts, so that nobody gets more of it by signing in again. No row if the password has changed since.
 */
export const factorDuty = sql<FactorDuty, FactorDutyOf>(
  'logins.factor-duty',
  `with concerned as (
     select u.email, u.locale, fc.second_factor_since as since, fc.second_factor_grace_seconds as grace
     from customers fc join users u on u.id = :userId and u.customer_id is not distinct from fc.id
     where ${requiredBy({ customer: ':customerId', user: ':userId', role: 'u.role', client: ':clientId' })}
       and u.is_active and not u.mfa_enrolled and sha256(convert_to(u.password_hash, 'utf8')) = :passwordDigest
   ), asked as (
     insert into factor_reminders as fr (customer_id, user_id, first_at)
     select :customerId, :userId, :now from concerned
     on conflict (customer_id, user_id) do update set first_at = case
       when fr.first_at < (select since from concerned) then excluded.first_at else fr.first_at end
     returning first_at
   )
   select first_at + make_interval(secs => grace) as until, email, locale from concerned, asked`,
);

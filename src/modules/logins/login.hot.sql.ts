import { sql } from '../../ground/kernel/database.ts';
import { isTemporary, needsPasskey } from '../credentials/index.ts';
import { grantWithLogin, type GrantWithLogin } from '../grants/index.ts';
import { lacksEmailCode, lacksFactor } from './factor-duty.hot.sql.ts';
import { startSession, type SessionStart } from '../sessions/index.ts';
import { isStaffIn } from '../users/index.ts';

/** All that a login writes. */
interface LoginStart extends SessionStart, GrantWithLogin {
  /** The client that the user signs in to, if any. */
  readonly clientId: string | null;
  /** Whether the user was asked for a second factor, and puts it off. */
  readonly putsOff: boolean;
}

/** What a login has started, and what a mail about it needs to know of the user. */
export interface LoginStarted {
  readonly hasCode: boolean;
  /** This login counts. */
  readonly loginCount: number;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly passwordChangedAt: Date | null;
}

const LACKS_FACTOR = lacksFactor({
  customer: ':customerId',
  user: ':userId',
  isStaff: isStaffIn('users'),
  client: ':clientId',
  now: ':now',
  putOff: ':putsOff',
});

const LACKS_CODE = lacksEmailCode({
  customer: ':customerId',
  amr: ':amr',
  verified: 'users.email_verified',
  enrolled: 'mfa_enrolled',
});

/**
 * Hot path: a login starts its session and issues its code, in one commit. No row if it started no session: because
 * something has changed meanwhile, because the customer requires a second factor, or because the password is a temporary one.
 */
export const startLogin = sql<LoginStarted, LoginStart>(
  'logins.start',
  `with ${startSession(`(${LACKS_FACTOR} or ${LACKS_CODE})`, needsPasskey('users'), isTemporary('users'))}, ${grantWithLogin}
   select exists (select from coded) as "hasCode", login_count as "loginCount", email, email_verified as "emailVerified",
     name, locale, time_zone as "timeZone", password_changed_at as "passwordChangedAt"
   from login, seen`,
);

import { sql } from '../../kernel/database.ts';
import { grantWithLogin, type GrantWithLogin } from '../grants/index.ts';
import { startSession, type SessionStart } from '../sessions/index.ts';
import { releasingCounters, type CounterRelease } from '../throttle/index.ts';

/** All that a login writes. */
interface LoginStart extends SessionStart, GrantWithLogin, CounterRelease {}

/**
 * Hot path: a login starts its session, releases its counters of guesses and issues its code, in one commit. No row if it
 * started no session.
 */
export const startLogin = sql<{ hasCode: boolean }, LoginStart>(
  'logins.start',
  `with ${releasingCounters(':forgotten', ':givenBack')}, ${startSession}, ${grantWithLogin}
   select exists (select from coded) as "hasCode" from login`,
);

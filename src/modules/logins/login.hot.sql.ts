import { sql } from '../../kernel/database.ts';
import { grantWithLogin, type GrantWithLogin } from '../grants/index.ts';
import { startSession, type SessionStart } from '../sessions/index.ts';

/** All that a login writes. */
interface LoginStart extends SessionStart, GrantWithLogin {}

/**
 * Hot path: a login starts its session and issues its code, in one commit. No row if it started no session.
 */
export const startLogin = sql<{ hasCode: boolean }, LoginStart>(
  'logins.start',
  `with ${startSession}, ${grantWithLogin}
   select exists (select from coded) as "hasCode" from login`,
);

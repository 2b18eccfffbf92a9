import { sql } from '../../kernel/database.ts';
import { grantingAtLogin } from '../grants/index.ts';
import { startingSession } from '../sessions/index.ts';
import { settlingCounters } from '../throttle/index.ts';

/**
 * $1 to $13 as `startingSession` has them, $14 and $15 as `settlingCounters`, $16 a CodeAtLogin or null. All that a login
 * changes is one statement, and so one commit. No row where no session was started.
 */
export const startLogin = sql<{ hasCode: boolean }>(
  'logins.start',
  `with ${settlingCounters('$14', '$15')}, ${startingSession}, ${grantingAtLogin('$16')}
   select exists (select from coded) as "hasCode" from login`,
);

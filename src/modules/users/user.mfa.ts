import type { RequestContext } from '../../kernel/context.ts';
import type { UserRow } from './user.sql.ts';

/** The second factors a user has enrolled; there is no way to enrol one yet, so nobody has any. */
export const mfaMethodsOf = (_ctx: RequestContext, _user: Pick<UserRow, 'id'>): Promise<string[]> =>
  Promise.resolve([]);

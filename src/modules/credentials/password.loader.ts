import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { statement } from '../../ground/kernel/database.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { temporarySince } from './password.hot.sql.ts';
import { temporaryUntil } from './temporary-password.ts';

/** What can be told of a user's password. */
export interface PasswordState {
  readonly hasPassword: boolean;
  /** Until when the password signs in, if it is a temporary one; else null. */
  readonly temporaryUntil: Date | null;
}

interface PasswordRow {
  readonly id: string;
  readonly hasPassword: boolean;
  readonly temporarySince: Date | null;
}

const passwordsOfUsers = statement<PasswordRow, { readonly customerId: string; readonly ids: readonly string[] }>(
  'read.passwords',
  `select u.id, u.password_hash is not null as "hasPassword", ${temporarySince('u')} as "temporarySince" from users u
   where u.id = any(:ids) and u.customer_id is not distinct from :customerId`,
);

const NONE: PasswordState = { hasPassword: false, temporaryUntil: null };

/** The passwords of users of the viewer's customer. */
export function passwordsLoader(ctx: RequestContext): Loader<string, PasswordState> {
  const { customerId } = signedIn(ctx.viewer);
  return new Loader(ctx, async (ids) => {
    const rows = await ctx.db.rows(passwordsOfUsers, { customerId, ids });
    const found = new Map(rows.map((row) => [row.id, stateOf(row)]));
    return ids.map((id) => found.get(id) ?? NONE);
  });
}

const stateOf = ({ hasPassword, temporarySince: since }: PasswordRow): PasswordState => ({
  hasPassword,
  temporaryUntil: hasPassword && since ? temporaryUntil(since) : null,
});

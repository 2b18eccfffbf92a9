import { raw } from '@mikro-orm/postgresql';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { statement } from '../../ground/kernel/database.ts';
import { entityLoader, ofCustomer } from '../../ground/kernel/entity-read.ts';
import type { MfaMethod } from '../users/index.ts';
import { Passkey } from './passkey.entity.ts';

/** One parameter for any number of ids, so that the statement is the same for all lists. */
const ofUsers = (ids: readonly string[]): object => ({
  [raw((alias) => `${alias}.user_id = any(?::uuid[])`, [`{${ids.join()}}`])]: [],
});

/** What a user gives besides the password. */
export interface Factors {
  /** The second factors that the user has set up. */
  readonly enrolled: readonly MfaMethod[];
  /** Codes by email, which a factor replaces. Null if the customer does not ask the user for them. */
  readonly emailCodes: { readonly isReplaced: boolean } | null;
}

interface FactorsRow {
  readonly id: string;
  readonly enrolled: readonly MfaMethod[];
  /** Whether the customer asks the user for codes by email where there is no other factor. */
  readonly givesEmailCodes: boolean;
}

const factorsOfUsers = statement<FactorsRow, { readonly customerId: string; readonly ids: readonly string[] }>(
  'read.factors',
  `select u.id, u.mfa_methods as enrolled, c.email_codes and u.email_verified as "givesEmailCodes"
   from users u join customers c on c.id = u.customer_id
   where u.id = any(:ids) and u.customer_id is not distinct from :customerId`,
);

/** The factors of users of the viewer's customer. */
export function factorsLoader(ctx: RequestContext): Loader<string, Factors> {
  const { customerId } = signedIn(ctx.viewer);
  return new Loader(ctx, async (ids) => {
    const rows = await ctx.db.rows(factorsOfUsers, { customerId, ids });
    const found = new Map(rows.map((row) => [row.id, factorsOf(row)]));
    return ids.map((id) => found.get(id) ?? { enrolled: [], emailCodes: null });
  });
}

const factorsOf = ({ enrolled, givesEmailCodes }: FactorsRow): Factors => ({
  enrolled,
  emailCodes: givesEmailCodes ? { isReplaced: enrolled.length > 0 } : null,
});

export const passkeyLoader = entityLoader(Passkey);

/** The passkeys of users of the viewer's customer, in the order in which they were added. */
export function passkeysLoader(ctx: RequestContext): Loader<string, Passkey[]> {
  const { customerId } = signedIn(ctx.viewer);
  return new Loader(ctx, async (ids) => {
    const where = { ...ofUsers(ids), ...ofCustomer(customerId) };
    const passkeys = await ctx.em.find(Passkey, where, { orderBy: { id: 'asc' }, disableIdentityMap: true });
    const found = Map.groupBy(passkeys, ({ userId }) => userId);
    return ids.map((id) => found.get(id) ?? []);
  });
}

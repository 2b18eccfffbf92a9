import { raw } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { ofCustomer } from '../../kernel/entity-read.ts';
import { User, type MfaMethod } from '../users/index.ts';
import { Passkey } from './passkey.entity.ts';

/** One parameter for any number of ids, so that the statement is the same for all lists. */
const oneOf = (column: 'id' | 'user_id', ids: readonly string[]): object => ({
  [raw((alias) => `${alias}.${column} = any(?::uuid[])`, [`{${ids.join()}}`])]: [],
});

/** What a user gives besides the password. */
export interface Factors {
  /** The second factors that the user has set up. */
  readonly enrolled: readonly MfaMethod[];
  /** Codes by email, which a factor replaces. Null if the customer does not ask the user for them. */
  readonly emailCodes: { readonly isReplaced: boolean } | null;
}

/** The factors of users of the viewer's customer. */
export function factorsLoader(ctx: RequestContext): DataLoader<string, Factors> {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (ids) => {
    const where = { ...oneOf('id', ids), ...ofCustomer(customerId) };
    const fields = ['mfaMethods', 'emailVerified', 'customer.emailCodes'] as const;
    const users = await ctx.em.find(User, where, { fields, disableIdentityMap: true });
    const found = new Map(users.map((user) => [user.id, factorsOf(user)]));
    return ids.map((id) => found.get(id) ?? { enrolled: [], emailCodes: null });
  });
}

function factorsOf({
  mfaMethods: enrolled,
  emailVerified,
  customer,
}: {
  readonly mfaMethods: readonly MfaMethod[];
  readonly emailVerified: boolean;
  readonly customer: { readonly emailCodes: boolean };
}): Factors {
  const isAsked = customer.emailCodes && emailVerified;
  return { enrolled, emailCodes: isAsked ? { isReplaced: enrolled.length > 0 } : null };
}

/** The passkeys of users of the viewer's customer, in the order in which they were added. */
export function passkeysLoader(ctx: RequestContext): DataLoader<string, Passkey[]> {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (ids) => {
    const where = { ...oneOf('user_id', ids), ...ofCustomer(customerId) };
    const passkeys = await ctx.em.find(Passkey, where, { orderBy: { id: 'asc' }, disableIdentityMap: true });
    return ids.map((id) => passkeys.filter(({ userId }) => userId === id));
  });
}

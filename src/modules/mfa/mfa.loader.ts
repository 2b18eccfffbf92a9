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

/** The kinds of second factors that users of the viewer's customer have. */
export function methodsLoader(ctx: RequestContext): DataLoader<string, MfaMethod[]> {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (ids) => {
    const where = { ...oneOf('id', ids), ...ofCustomer(customerId) };
    const users = await ctx.em.find(User, where, { fields: ['mfaMethods'], disableIdentityMap: true });
    const found = new Map(users.map(({ id, mfaMethods }) => [id, mfaMethods]));
    return ids.map((id) => found.get(id) ?? []);
  });
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

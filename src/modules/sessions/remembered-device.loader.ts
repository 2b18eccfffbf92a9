import { raw } from '@mikro-orm/postgresql';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { entityLoader, ofCustomer } from '../../ground/kernel/entity-read.ts';
import { RememberedDevice } from './remembered-device.entity.ts';

export const rememberedDeviceLoader = entityLoader(RememberedDevice);

/** The remembered devices of users of the viewer's customer, the last used first. */
export function rememberedDevicesLoader(ctx: RequestContext): Loader<string, RememberedDevice[]> {
  const { customerId } = signedIn(ctx.viewer);
  return new Loader(ctx, async (ids) => {
    // One parameter for any number of ids, so that the statement is the same for all lists.
    const ofUsers = { [raw((alias) => `${alias}.user_id = any(?::uuid[])`, [`{${ids.join()}}`])]: [] };
    const where = { ...ofUsers, ...ofCustomer(customerId), expiresAt: { $gt: ctx.clock.now() } };
    const orderBy = { lastUsedAt: 'desc', id: 'desc' } as const;
    const devices = await ctx.em.find(RememberedDevice, where, { orderBy, disableIdentityMap: true });
    return ids.map((id) => devices.filter(({ userId }) => userId === id));
  });
}

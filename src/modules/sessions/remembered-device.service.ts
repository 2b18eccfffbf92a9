import { raw, type EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { notFound } from '../../ground/kernel/errors.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { digest } from '../../ground/kernel/secret.ts';
import { audit } from '../audit/index.ts';
import { userLoader } from '../users/index.ts';
import { sessionErrors } from './errors.ts';
import { rememberedSecretOf } from './remembered-cookie.ts';
import { RememberedDevice } from './remembered-device.entity.ts';
import { rememberedDeviceLoader } from './remembered-device.loader.ts';
import { sessionPolicy, type SessionEnd } from './session.policy.ts';

/** A remembered device, as its user sees it. */
interface OwnDevice {
  readonly device: RememberedDevice;
  /** Whether it is the browser that asks. */
  readonly isCurrent: boolean;
}

/** The devices in which users need not give the second factor again, as one viewer may see and forget them. */
export class RememberedDeviceService {
  constructor(private readonly ctx: RequestContext) {}

  /** The viewer's devices, the last used first. `cookies` are those of the browser that asks. */
  async own(cookies: readonly string[]): Promise<OwnDevice[]> {
    const { customerId, viewer } = sessionPolicy.own(this.ctx.viewer);
    const { userId } = viewer;
    const devices = await this.ctx.em.find(
      RememberedDevice,
      { customerId, userId, expiresAt: { $gt: this.ctx.clock.now() } },
      { populate: ['secretHash'], orderBy: { lastUsedAt: 'desc', id: 'desc' }, disableIdentityMap: true },
    );
    const here = rememberedSecretOf(this.ctx.runtime, userId, cookies);
    const hash = here === undefined ? null : digest(here);
    return devices.map((device) => ({ device, isCurrent: hash?.equals(device.secretHash) ?? false }));
  }

  /** The device with this id, or null if there is none that is remembered and that the viewer may see. */
  async find(id: string): Promise<RememberedDevice | null> {
    const { clock, viewer } = this.ctx;
    const device = isUuid(id) ? await this.ctx.loader(rememberedDeviceLoader).load(id.toLowerCase()) : null;
    const isRemembered = device !== null && device.expiresAt > clock.now();
    return isRemembered && sessionPolicy.reads(viewer, device.userId) ? device : null;
  }

  /** Forgets one of the viewer's devices, or anybody's for an administrator with `anybodys`. Returns it as it was. */
  async forget(id: string, anybodys: boolean): Promise<RememberedDevice> {
    const permit = sessionPolicy.own(this.ctx.viewer);
    return this.forgetOne(permit, id, anybodys ? sessionPolicy.reach(permit.viewer) : { userId: permit.viewer.userId });
  }

  /** Forgets all devices of a user. Returns how many there were. */
  async forgetAllOf(id: string): Promise<number> {
    const permit = sessionPolicy.anybodys(this.ctx.viewer);
    if (!isUuid(id)) throw notFound('user');
    const userId = id.toLowerCase();
    const count = await this.forgetMany(permit, userId);
    if (count === 0 && !(await this.ctx.loader(userLoader).load(userId))) throw notFound('user');
    return count;
  }

  private async forgetOne(
    { customerId }: SessionEnd,
    id: string,
    reached: { userId?: string },
  ): Promise<RememberedDevice> {
    if (!isUuid(id)) throw sessionErrors.REMEMBERED_DEVICE_NOT_FOUND();
    return this.ctx.db.transaction(async ({ em }) => {
      const device = await em.findOne(RememberedDevice, { id: id.toLowerCase(), customerId, ...reached });
      if (!device) throw sessionErrors.REMEMBERED_DEVICE_NOT_FOUND();
      em.remove(device);
      const about = { subjectType: 'user', subjectId: device.userId, details: { deviceId: device.id } };
      audit.record(em, this.ctx, { action: 'mfa.device_forgotten', ...about });
      return device;
    });
  }

  private forgetMany({ customerId }: SessionEnd, userId: string): Promise<number> {
    return this.ctx.db.transaction(async ({ em }) => {
      const count = await forgetDevicesOf(em, customerId, userId);
      const about = { subjectType: 'user', subjectId: userId, details: { count } };
      if (count > 0) audit.record(em, this.ctx, { action: 'mfa.devices_forgotten', ...about });
      return count;
    });
  }
}

/** Forgets the devices of a customer after so many days, if they would be remembered for longer. */
export const limitDevices = (em: EntityManager, customerId: string, days: number): Promise<number> =>
  days === 0
    ? em.nativeDelete(RememberedDevice, { customerId })
    : em.nativeUpdate(
        RememberedDevice,
        { customerId },
        { expiresAt: raw<Date>('least(expires_at, created_at + make_interval(days => ?))', [days]) },
      );

/** Forgets the devices of a user, but for the one whose cookie has the secret `except`. Returns how many there were. */
export const forgetDevicesOf = (
  em: EntityManager,
  customerId: string,
  userId: string,
  except?: string,
): Promise<number> =>
  em.nativeDelete(RememberedDevice, {
    customerId,
    userId,
    ...(except !== undefined && { secretHash: { $ne: digest(except) } }),
  });

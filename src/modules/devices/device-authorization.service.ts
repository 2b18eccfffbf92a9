import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { foreignKeyViolation, uniqueViolation } from '../../ground/kernel/database.ts';
import { newId } from '../../ground/kernel/ids.ts';
import { digest, macWith, newSecretOf } from '../../ground/kernel/secret.ts';
import { audit } from '../audit/index.ts';
import { DEVICE_CODE } from '../clients/index.ts';
import { createGrant, type Grant, type GrantingSession } from '../grants/index.ts';
import { SharedRates, Throttle } from '../throttle/index.ts';
import { DeviceAuthorization } from './device-authorization.entity.ts';
import { newUserCode } from './user-code.ts';

/** How long a user has to enter the code and to sign in. */
export const DEVICE_CODE_SECONDS = 900;

/** RFC 8628 §3.2: how long a device waits between two polls at first. */
export const POLL_SECONDS = 5;

/** How a device's request ends for its user. `gone`: it has expired, or somebody has decided it before. */
export type DeviceAnswer = 'approved' | 'denied' | 'gone';

/** The client that asks, and what for. */
type Asked = Pick<
  DeviceAuthorization,
  | 'customerId'
  | 'clientId'
  | 'scopes'
  | 'resources'
  | 'organization'
  | 'acrValues'
  | 'maxAge'
  | 'claims'
  | 'authorizationDetails'
>;

const PURPOSE = 'user-code';

/** Devices that ask for a user's permission. */
export class DeviceAuthorizationService {
  constructor(private readonly ctx: RequestContext) {}

  /** Stores the request of a device. Returns its two codes: one for the device, one for the user. */
  async create(asked: Asked): Promise<{ readonly deviceCode: string; readonly userCode: string }> {
    const { em, clock, origin, runtime } = this.ctx;
    const now = clock.now();
    const [deviceCode, userCode] = [newSecretOf(asked.customerId), newUserCode()];
    try {
      await em.insert(DeviceAuthorization, {
        id: newId(now),
        ...asked,
        deviceCodeHash: digest(deviceCode),
        userCodeMac: runtime.vault.mac(PURPOSE, userCode),
        ipAddress: origin.ip,
        userAgent: origin.userAgent,
        intervalSeconds: POLL_SECONDS,
        expiresAt: secondsAfter(now, DEVICE_CODE_SECONDS),
        createdAt: now,
      });
    } catch (fault) {
      if (uniqueViolation(fault) === 'device_authorizations_user_code_mac_key') return this.create(asked);
      throw fault;
    }
    return { deviceCode, userCode };
  }

  /**
   * The request that waits with this code, or null. Wrong guesses are limited by browser and by address; `rate_limited` if
   * there were too many.
   */
  guess(userCode: string, browser: string): Promise<DeviceAuthorization | null> {
    const { vault } = this.ctx.runtime;
    const previous = vault.previousKey(PURPOSE);
    const macs = [vault.mac(PURPOSE, userCode), ...(previous ? [macWith(previous, userCode)] : [])];
    return this.ctx
      .get(Throttle)
      .guess(
        'user_code',
        { account: browser, device: null },
        () => this.ctx.em.findOne(DeviceAuthorization, { userCodeMac: { $in: macs }, ...this.waiting }),
        { isRight: (found) => found !== null },
      );
  }

  /** The request, as long as it waits for its user. */
  find(id: string): Promise<DeviceAuthorization | null> {
    return this.ctx.em.findOne(DeviceAuthorization, { id, ...this.waiting }, { disableIdentityMap: true });
  }

  /**
   * Grants the device what the user has allowed, and records the session's first login at the client. Null if it has ended.
   */
  async approve(
    id: string,
    session: GrantingSession & { readonly isFirst: boolean },
    allowed: Pick<
      Grant,
      'scopes' | 'resources' | 'claims' | 'idTokenClaims' | 'authorizationDetails' | 'organizationId' | 'acr'
    >,
  ): Promise<DeviceAnswer | null> {
    const { customerId, userId, sessionId } = session;
    try {
      return await this.decide(id, async (device, em) => {
        const { clientId } = device;
        const given = { clientId, grantType: DEVICE_CODE, ...allowed };
        await this.ctx.runtime.get(SharedRates).use('grant', `${userId} ${clientId}`);
        const grant = await createGrant(em, this.ctx, session, given, session.isFirst);
        if (!grant) return null;
        device.grantId = grant.id;
        audit.record(em, this.ctx, {
          action: 'device.approved',
          subjectType: 'client',
          subjectId: clientId,
          customerId,
          clientId,
          actor: { type: 'user', id: userId },
          details: { userId, scopes: allowed.scopes, sessionId, grantId: grant.id, deviceIp: device.ipAddress },
        });
        return 'approved';
      });
    } catch (fault) {
      if (foreignKeyViolation(fault)) return null;
      throw fault;
    }
  }

  /** Refuses the device, for the user who is signed in, if any. */
  async deny(id: string, userId: string | null): Promise<DeviceAnswer> {
    const now = this.ctx.clock.now();
    return this.decide(id, (device, em) => {
      const { customerId, clientId } = device;
      device.deniedAt = now;
      audit.record(em, this.ctx, {
        action: 'device.denied',
        subjectType: 'client',
        subjectId: clientId,
        customerId,
        clientId,
        ...(userId !== null && { actor: { type: 'user', id: userId } as const }),
        details: { ...(userId !== null && { userId }), deviceIp: device.ipAddress },
      });
      return 'denied';
    });
  }

  /** Decides a request that waits. Of two decisions at once, the first counts. */
  private decide<Answer>(
    id: string,
    work: (device: DeviceAuthorization, em: EntityManager) => Answer | Promise<Answer>,
  ): Promise<Answer | 'gone'> {
    return this.ctx.db.transaction(async ({ em }) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const device = await em.findOne(DeviceAuthorization, { id, ...this.waiting }, { lockMode });
      return device ? work(device, em) : 'gone';
    });
  }

  private get waiting() {
    return { expiresAt: { $gt: this.ctx.clock.now() }, grantId: null, deniedAt: null };
  }
}

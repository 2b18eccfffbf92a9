import { LockMode } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import { retry } from '../../ground/jobs/outbox.ts';
import { audit } from '../audit/index.ts';
import { logoutErrors } from './errors.ts';
import { LogoutDelivery } from './logout-delivery.entity.ts';
import { logoutDeliveryLoader } from './logout-delivery.loader.ts';
import { logoutDeliveryListing } from './logout-delivery.filter.ts';
import { logoutDeliveryPolicy, type LogoutDeliveryRetry } from './logout-delivery.policy.ts';
import { LogoutBell } from './logout.bell.ts';

/** The states of deliveries. */
export type LogoutDeliveryState = 'pending' | 'delivered' | 'dead';

/** The customer's logout deliveries, for administrators. */
export class LogoutDeliveryService {
  constructor(private readonly ctx: RequestContext) {}

  /** The delivery with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<LogoutDelivery | null> {
    logoutDeliveryPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(logoutDeliveryLoader).load(id.toLowerCase()) : null;
  }

  /** A page of the deliveries of the last days that meet what a caller asks for, newest first by default. */
  async list(args: ListArgs): Promise<Connection<LogoutDelivery>> {
    const { customerId } = logoutDeliveryPolicy.read(this.ctx.viewer);
    return findListed(this.ctx, logoutDeliveryListing, customerId, args);
  }

  /** Retries a dead delivery, as often as a new one. Throws `conflict` for any other. */
  async retry(id: string): Promise<LogoutDelivery> {
    return this.revive(logoutDeliveryPolicy.retry(this.ctx.viewer), id);
  }

  private async revive({ customerId }: LogoutDeliveryRetry, id: string): Promise<LogoutDelivery> {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const revived = await this.ctx.db.transaction(async ({ em }) => {
      const delivery = isUuid(id) ? await em.findOne(LogoutDelivery, { customerId, id }, { lockMode }) : null;
      if (!delivery) throw logoutErrors.LOGOUT_DELIVERY_NOT_FOUND();
      if (!delivery.failedAt) throw logoutErrors.LOGOUT_DELIVERY_NOT_DEAD();
      retry(delivery, this.ctx.clock.now());
      const subject = { subjectType: 'logout_delivery', subjectId: delivery.id };
      audit.record(em, this.ctx, { action: 'logout_delivery.retried', ...subject });
      return delivery;
    });
    this.ctx.runtime.get(LogoutBell).ring();
    return revived;
  }
}

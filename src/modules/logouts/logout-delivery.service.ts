import type { RequestContext } from '../../kernel/context.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Connection, PageArgs } from '../../kernel/pagination.ts';
import { outboxPage } from '../../jobs/outbox.ts';
import { auditRow } from '../audit/index.ts';
import { logoutErrors } from './errors.ts';
import { logoutDeliveryPolicy, type LogoutDeliveryRetry } from './logout-delivery.policy.ts';
import { deliveries, type LogoutDeliveryRow } from './logout-delivery.sql.ts';
import { LogoutBell } from './logout.bell.ts';

/** Where a delivery stands. */
export type LogoutDeliveryState = 'pending' | 'delivered' | 'dead';

/** Which clients of the customer were told of logouts, as administrators see it. */
export class LogoutDeliveryService {
  constructor(private readonly ctx: RequestContext) {}

  /** The customer's deliveries of the last days, newest first. */
  async list(args: PageArgs, state: LogoutDeliveryState | null): Promise<Connection<LogoutDeliveryRow>> {
    const { customerId } = logoutDeliveryPolicy.read(this.ctx.viewer);
    return outboxPage(this.ctx.db, deliveries, { customerId, state }, args);
  }

  /** Has a client told once more that was given up, as often as at first; `conflict` for any other delivery. */
  async retry(id: string): Promise<LogoutDeliveryRow> {
    return this.revive(logoutDeliveryPolicy.retry(this.ctx.viewer), id);
  }

  private async revive({ customerId }: LogoutDeliveryRetry, id: string): Promise<LogoutDeliveryRow> {
    if (!isUuid(id)) throw logoutErrors.LOGOUT_DELIVERY_NOT_FOUND();
    const entry = { action: 'logout_delivery.retried', subjectType: 'logout_delivery', subjectId: id.toLowerCase() };
    const values = [customerId, id, this.ctx.clock.now(), JSON.stringify(auditRow(this.ctx, entry))];
    const row = await this.ctx.db.first(deliveries.retry, values);
    if (!row) {
      if (!(await this.ctx.db.first(deliveries.byId, [customerId, id]))) throw logoutErrors.LOGOUT_DELIVERY_NOT_FOUND();
      throw logoutErrors.LOGOUT_DELIVERY_NOT_DEAD();
    }
    this.ctx.runtime.get(LogoutBell).ring();
    return row;
  }
}

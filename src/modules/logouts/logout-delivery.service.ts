import type { RequestContext } from '../../kernel/context.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { connectionOf, idEdge, readPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import { auditRow } from '../audit/index.ts';
import { logoutDeliveryPolicy, type LogoutDeliveryRetry } from './logout-delivery.policy.ts';
import {
  deliveryById,
  deliveryCount,
  deliveryPage,
  retryDelivery,
  type LogoutDeliveryRow,
} from './logout-delivery.sql.ts';
import { LogoutBell } from './logout.bell.ts';

/** Where a delivery stands. */
export type LogoutDeliveryState = 'pending' | 'delivered' | 'dead';

/** Which clients of the customer were told of logouts, as administrators see it. */
export class LogoutDeliveryService {
  constructor(private readonly ctx: RequestContext) {}

  /** The customer's deliveries of the last days, newest first. */
  async list(args: PageArgs, state: LogoutDeliveryState | null): Promise<Connection<LogoutDeliveryRow>> {
    const { customerId } = logoutDeliveryPolicy.read(this.ctx.viewer);
    const page = readPage(args);
    const { db } = this.ctx;
    const rows = await db.rows(deliveryPage, [customerId, state, page.after ?? null, page.first + 1]);
    return connectionOf(rows, page, idEdge, async () => (await db.first(deliveryCount, [customerId, state]))!.count);
  }

  /** Has a client told once more that was given up, as often as at first; `conflict` for any other delivery. */
  async retry(id: string): Promise<LogoutDeliveryRow> {
    return this.revive(logoutDeliveryPolicy.retry(this.ctx.viewer), id);
  }

  private async revive({ customerId }: LogoutDeliveryRetry, id: string): Promise<LogoutDeliveryRow> {
    if (!isUuid(id)) throw notFound('logout delivery');
    const entry = { action: 'logout_delivery.retried', subjectType: 'logout_delivery', subjectId: id.toLowerCase() };
    const row = await this.ctx.db.first(retryDelivery, [customerId, id, JSON.stringify(auditRow(this.ctx, entry))]);
    if (!row) {
      if (!(await this.ctx.db.first(deliveryById, [customerId, id]))) throw notFound('logout delivery');
      throw new AppError('conflict', 'LOGOUT_DELIVERY_NOT_DEAD', 'Only a delivery that was given up is tried again.');
    }
    this.ctx.runtime.get(LogoutBell).ring();
    return row;
  }
}

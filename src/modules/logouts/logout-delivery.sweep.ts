import { sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { LogoutDelivery } from './logout-delivery.entity.ts';

/** Deliveries that succeeded or were given up. */
export const logoutSweepers: readonly Sweeper[] = [
  sweeper(LogoutDelivery, (before) => ({
    createdAt: { $lt: before },
    $or: [{ deliveredAt: { $ne: null } }, { failedAt: { $ne: null } }],
  })),
];

import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type LogoutDeliveryRead = Permit<'logout-delivery:read'>;
export type LogoutDeliveryRetry = Permit<'logout-delivery:retry'>;

/** Who may see and retry logout deliveries. */
export const logoutDeliveryPolicy = {
  read: (viewer: Viewer): LogoutDeliveryRead =>
    permit('logout-delivery:read', viewer, (known) => administers(known, 'admin', 'inspection')),
  retry: (viewer: Viewer): LogoutDeliveryRetry =>
    permit('logout-delivery:retry', viewer, (known) => administers(known, 'admin')),
};

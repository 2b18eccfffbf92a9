import { permit, type Permit, type SignedIn, type Viewer } from '../../kernel/access.ts';

export type LogoutDeliveryRead = Permit<'logout-delivery:read'>;
export type LogoutDeliveryRetry = Permit<'logout-delivery:retry'>;

const administers = (viewer: SignedIn): boolean =>
  viewer.kind === 'system' ||
  (viewer.kind === 'user' && viewer.role === 'admin') ||
  (viewer.kind === 'client' && viewer.scopes.has('admin'));

/** Who sees which clients were told of logouts: administrators, and clients that are as much. */
export const logoutDeliveryPolicy = {
  read: (viewer: Viewer): LogoutDeliveryRead => permit('logout-delivery:read', viewer, administers),
  retry: (viewer: Viewer): LogoutDeliveryRetry => permit('logout-delivery:retry', viewer, administers),
};

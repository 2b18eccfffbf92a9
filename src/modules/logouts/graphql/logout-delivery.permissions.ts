import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { logoutDeliveryPolicy } from '../logout-delivery.policy.ts';

export const logoutDeliveryPermissions = [
  viewerCan('LogoutDelivery', { retryLogoutDelivery: ({ viewer }) => logoutDeliveryPolicy.retry(viewer) }),
  viewerCan('Viewer', { readLogoutDeliveries: ({ viewer }) => logoutDeliveryPolicy.read(viewer) }),
];

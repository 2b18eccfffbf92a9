import { node } from '../../../ground/kernel/graphql/node.ts';
import { LogoutDelivery } from '../logout-delivery.entity.ts';
import { LogoutDeliveryService } from '../logout-delivery.service.ts';
import { LogoutDeliveryType } from './logout-delivery.type.ts';

export const logoutDeliveryNode = node('LogoutDelivery', {
  type: LogoutDeliveryType,
  entity: LogoutDelivery,
  subject: 'logout_delivery',
  find: (ctx, id) => ctx.get(LogoutDeliveryService).find(id),
});

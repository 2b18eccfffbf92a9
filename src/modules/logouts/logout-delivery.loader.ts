import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { LogoutDelivery } from './logout-delivery.entity.ts';

/** The deliveries of the viewer's customer by id. */
export const logoutDeliveryLoader = entityLoader(LogoutDelivery);

import { node } from '../../../ground/kernel/graphql/node.ts';
import { RememberedDevice } from '../remembered-device.entity.ts';
import { RememberedDeviceService } from '../remembered-device.service.ts';
import { RememberedDeviceType } from './remembered-device.type.ts';

export const rememberedDeviceNode = node('RememberedDevice', {
  type: RememberedDeviceType,
  entity: RememberedDevice,
  find: (ctx, id) => ctx.get(RememberedDeviceService).find(id),
});

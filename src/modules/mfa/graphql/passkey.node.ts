import { node } from '../../../ground/kernel/graphql/node.ts';
import { Passkey } from '../passkey.entity.ts';
import { PasskeyService } from '../passkey.service.ts';
import { PasskeyType } from './passkey.type.ts';

export const passkeyNode = node('Passkey', {
  type: PasskeyType,
  entity: Passkey,
  find: (ctx, id) => ctx.get(PasskeyService).find(id),
});

import { node } from '../../../ground/kernel/graphql/node.ts';
import { Consent } from '../consent.entity.ts';
import { ConsentService } from '../consent.service.ts';
import { ConsentType } from './consent.type.ts';

export const consentNode = node('Consent', {
  type: ConsentType,
  entity: Consent,
  find: (ctx, id) => ctx.get(ConsentService).find(id),
});

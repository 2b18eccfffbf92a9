import { node } from '../../../ground/kernel/graphql/node.ts';
import { Invitation } from '../invitation.entity.ts';
import { InvitationService } from '../invitation.service.ts';
import { InvitationType } from './invitation.type.ts';

export const invitationNode = node('Invitation', {
  type: InvitationType,
  entity: Invitation,
  subject: 'invitation',
  find: (ctx, id) => ctx.get(InvitationService).find(id),
});

import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { Invitation } from './invitation.entity.ts';

/** The invitations of the viewer's customer by id. */
export const invitationLoader = entityLoader(Invitation);

import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { Organization } from './organization.entity.ts';

/** The organizations of the viewer's customer by id. */
export const organizationLoader = entityLoader(Organization);

import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { AuditEvent } from './audit-event.entity.ts';

/** The events of the viewer's customer by id. */
export const auditEventLoader = entityLoader(AuditEvent);

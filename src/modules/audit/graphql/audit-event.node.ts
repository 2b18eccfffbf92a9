import { node } from '../../../ground/kernel/graphql/node.ts';
import { AuditEvent } from '../audit-event.entity.ts';
import { AuditListService } from '../audit-list.service.ts';
import { AuditEventType } from './audit.type.ts';

export const auditEventNode = node('AuditEvent', {
  type: AuditEventType,
  entity: AuditEvent,
  find: (ctx, id) => ctx.get(AuditListService).find(id),
});

/**
 * The audit trail. Other modules write an event in the same statement or transaction as the change that it reports, so
 * neither is stored without the other. Administrators read it, newest first.
 */
export { AuditEvent } from './audit-event.entity.ts';
export { AuditListService } from './audit-list.service.ts';
export { AuditResolver } from './audit.resolver.ts';
export { AuditEventType } from './audit.type.ts';
export * as audit from './audit-record.ts';
export { Refusals } from './refusals.ts';
export { auditRow, type AuditEntry, type AuditRow } from './audit-event.ts';
export { trailOf, trailOfEach, trailOfUsers } from './trail.hot.sql.ts';
export { auditPolicy } from './audit.policy.ts';

/**
 * The audit trail. Other modules write their event in the same statement or transaction as the change it tells of, so
 * neither can exist without the other.
 */
export { AuditEvent } from './audit-event.entity.ts';
export { auditEvent } from './audit.event.ts';
export { auditRow, insertAuditRows, type AuditEntry, type AuditRow } from './audit.sql.ts';

/**
 * The audit trail. Other modules write their event in the same statement or transaction as the change it tells of, so
 * neither can exist without the other. Administrators read it, newest first.
 */
export { AuditEvent } from './audit-event.entity.ts';
export { AuditResolver } from './audit.resolver.ts';
export * as audit from './audit.record.ts';
export { Refusals } from './refusals.ts';
export {
  auditRow,
  insertAuditRows,
  trailOf,
  trailOfEach,
  trailOfUsers,
  type AuditEntry,
  type AuditRow,
} from './audit.sql.ts';

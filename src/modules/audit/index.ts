/**
 * The audit trail. Other modules write an event in the same statement or transaction as the change that it reports, so
 * neither is stored without the other. Administrators read it, newest first. Triggers keep former names, so that an event
 * says who it is about when they are gone. A worker counts the events by day, for charts and figures, and the clean-up deletes
 * old ones.
 */
export { AuditEvent } from './audit-event.entity.ts';
export { auditEventFilter, auditEventListing, concerning } from './audit-event.filter.ts';
export { KeptName } from './kept-name.entity.ts';
export { bothChanges, changesBetween, type ChangeDetails } from './audit-changes.ts';
export { AuditHistoryService } from './audit-history.service.ts';
export { AuditListService } from './audit-list.service.ts';
export { failedLoginsLoader, type FailedLogin } from './failed-login.loader.ts';
export { EventNamesService } from './event-names.service.ts';
export { forgetPerson } from './event-names.hot.sql.ts';
export { auditSweepers } from './audit-event.sweep.ts';
export { DailyCountService, lastDays } from './daily-count.service.ts';
export { countEvents } from './daily-count.worker.ts';
export * as audit from './audit-record.ts';
export { Refusals } from './refusals.ts';
export { auditRow, type AuditEntry, type AuditRow } from './audit-event.ts';
export { trailOf, trailOfEach, trailOfNestings, trailOfUsers } from './trail.hot.sql.ts';
export { auditPolicy } from './audit.policy.ts';

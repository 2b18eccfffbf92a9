import type { Module } from '../../ground/jobs/module.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { DailyCount, ActiveUser, AuditProgress } from './daily-count.entity.ts';
import { KeptName } from './kept-name.entity.ts';

export const auditModule: Module = {
  entities: [AuditEvent, KeptName, DailyCount, ActiveUser, AuditProgress],
  background: async () => (await import('./background.ts')).background,
};

import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { auditEvent, type AuditEntry } from './audit-event.ts';

/** Records an event in a unit of work. The flush that stores the change stores the event. */
export const record = (em: EntityManager, ctx: RequestContext, entry: AuditEntry): void =>
  void em.create(AuditEvent, auditEvent(ctx, entry));

/** Records an event that no change comes with, such as a failed login, in one round trip. */
export const recordNow = async (ctx: RequestContext, entry: AuditEntry): Promise<void> =>
  void (await ctx.em.insert(AuditEvent, auditEvent(ctx, entry)));

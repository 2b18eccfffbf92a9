import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { auditEvent } from './audit.event.ts';
import type { AuditEntry } from './audit.sql.ts';

/** Records an event in a unit of work: the flush that stores the change stores what tells of it. */
export const record = (em: EntityManager, ctx: RequestContext, entry: AuditEntry): void =>
  void em.create(AuditEvent, auditEvent(ctx, entry));

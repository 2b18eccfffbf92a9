import { raw } from '@mikro-orm/postgresql';
import { sweeper, type Sweeper } from '../../jobs/sweep.ts';
import { firstIdOf } from '../../kernel/ids.ts';
import { AuditEvent } from './audit-event.entity.ts';

// An event that is not counted yet stays.
const counted = raw('(select counted_to from audit_progress)');

/** Events that are older than AUDIT_RETENTION_DAYS, oldest first. */
export const auditSweepers: readonly Sweeper[] = [
  async (runtime) => {
    const { retentionSeconds } = runtime.settings.audit;
    if (retentionSeconds === 0) return;
    const sweep = sweeper(AuditEvent, (before) => ({ id: { $lt: firstIdOf(before), $lte: counted } }), {
      keptSeconds: retentionSeconds,
      orderBy: { id: 'asc' },
    });
    await sweep(runtime);
  },
];

import { raw } from '@mikro-orm/postgresql';
import { HOUR_SECONDS, sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { firstIdOf } from '../../ground/kernel/ids.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { foldEvents } from './event-fold.hot.sql.ts';
import { KeptName } from './kept-name.entity.ts';

// An event that is not counted yet stays.
const counted = raw('(select counted_to from audit_progress)');

const HOUR_MS = HOUR_SECONDS * 1000;

/** Folds equal events of the hour that ended between one and two hours ago. */
const foldHour: Sweeper = async ({ db, clock }) => {
  const end = (Math.floor(clock.now().getTime() / HOUR_MS) - 1) * HOUR_MS;
  await db.rows(foldEvents, { from: firstIdOf(new Date(end - HOUR_MS)), to: firstIdOf(new Date(end)) });
};

/** A sweeper of what is older than AUDIT_RETENTION_DAYS. */
const retained =
  (make: (keptSeconds: number) => Sweeper): Sweeper =>
  async (runtime) => {
    const { retentionSeconds } = runtime.settings.audit;
    if (retentionSeconds > 0) await make(retentionSeconds)(runtime);
  };

/** Equal events; events that are older than AUDIT_RETENTION_DAYS, oldest first; and names that only such events need. */
export const auditSweepers: readonly Sweeper[] = [
  foldHour,
  retained((keptSeconds) =>
    sweeper(AuditEvent, (before) => ({ id: { $lt: firstIdOf(before), $lte: counted } }), {
      keptSeconds,
      orderBy: { id: 'asc' },
    }),
  ),
  retained((keptSeconds) =>
    sweeper(KeptName, (before) => ({ until: { $lt: before } }), { keptSeconds, orderBy: { until: 'asc' } }),
  ),
];

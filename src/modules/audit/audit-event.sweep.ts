import { raw } from '@mikro-orm/postgresql';
import { HOUR_SECONDS, sweeper, type Sweeper } from '../../jobs/sweep.ts';
import { firstIdOf } from '../../kernel/ids.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { foldEvents } from './event-fold.hot.sql.ts';

// An event that is not counted yet stays.
const counted = raw('(select counted_to from audit_progress)');

const HOUR_MS = HOUR_SECONDS * 1000;

/** Folds equal events of the hour that ended between one and two hours ago. */
const foldHour: Sweeper = async ({ db, clock }) => {
  const end = (Math.floor(clock.now().getTime() / HOUR_MS) - 1) * HOUR_MS;
  await db.rows(foldEvents, { from: firstIdOf(new Date(end - HOUR_MS)), to: firstIdOf(new Date(end)) });
};

/** Equal events, and events that are older than AUDIT_RETENTION_DAYS, oldest first. */
export const auditSweepers: readonly Sweeper[] = [
  foldHour,
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

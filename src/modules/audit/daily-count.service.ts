import type { RequestContext } from '../../ground/kernel/context.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { firstIdOf } from '../../ground/kernel/ids.ts';
import { readGiven } from '../../ground/kernel/text.ts';
import { auditPolicy } from './audit.policy.ts';
import { countsOf, type Counted } from './daily-count.hot.sql.ts';
import type { CountKind } from './daily-count.entity.ts';

const DAY_MS = 86_400_000;
/** The longest period that counters are read for. */
export const DAYS_MAX = 366;
const DAYS_DEFAULT = 30;
export const NAMES_MAX = 50;
export const NAME_MAX = 255;

/** Which events to count. */
export interface CountFilter {
  readonly actions?: readonly string[] | null;
  /** The first day. By default, a month before the last. */
  readonly from?: Date | null;
  /** The last day. By default, today. */
  readonly to?: Date | null;
}

/** How often an action happened on a day. */
export interface ActionCount {
  readonly day: string;
  readonly action: string;
  readonly count: number;
}

/** The first and the last day of a period, as `2026-11-23`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The days that end with this one. */
export const lastDays = (now: Date, days: number): Period => ({
  from: dayOf(new Date(now.getTime() - (days - 1) * DAY_MS)),
  to: dayOf(now),
});

/** The period that a caller asks for. Refuses actions that no event has. */
export function readPeriod({ actions, from, to }: CountFilter, now: Date): Period {
  if (actions && (actions.length > NAMES_MAX || actions.some((action) => action.length > NAME_MAX)))
    throw fault('actions', 'unknown_actions', { max: NAMES_MAX });
  for (const [n, action] of actions?.entries() ?? []) readGiven(`actions.${n}`, action, NAME_MAX);
  const last = to ?? now;
  const period = from ? { from: dayOf(from), to: dayOf(last) } : lastDays(last, DAYS_DEFAULT);
  const days = (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1;
  if (days < 1 || days > DAYS_MAX) throw fault('from', 'days_before', { max: DAYS_MAX - 1, other: 'to' });
  return period;
}

/** The ids of the events of a period: from the first id on, and before the second. */
export const idsOf = ({ from, to }: Period): { readonly from: string; readonly before: string } => ({
  from: firstIdOf(new Date(from)),
  before: firstIdOf(new Date(Date.parse(to) + DAY_MS)),
});

/** Reads the counters of the audit trail for one viewer. */
export class DailyCountService {
  constructor(private readonly ctx: RequestContext) {}

  /** How often each action happened on each day, oldest first. Days and actions without events are missing. */
  async ofActions(filter: CountFilter): Promise<ActionCount[]> {
    auditPolicy.read(this.ctx.viewer);
    const period = readPeriod(filter, this.ctx.clock.now());
    const counts = await this.of(['action'], period, { names: filter.actions ?? null });
    return counts.map(({ day, name, count }) => ({ day: day!, action: name, count }));
  }

  /** Counters of a period. Of clients, only those with the most logins. */
  async of(
    kinds: readonly CountKind[],
    period: Period,
    { names = null, most = 0 }: { readonly names?: readonly string[] | null; readonly most?: number } = {},
  ): Promise<Counted[]> {
    const { customerId } = auditPolicy.read(this.ctx.viewer);
    return this.ctx.db.rows(countsOf, { customerId, kinds, names, ...period, most });
  }
}

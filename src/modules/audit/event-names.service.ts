import type { RequestContext } from '../../ground/kernel/context.ts';
import type { AuditEvent } from './audit-event.entity.ts';
import { eventNames, namesOf } from './event-names.loader.ts';
import { auditPolicy } from './audit.policy.ts';

/** Reads who and what events of the audit trail are about, as it was called then. */
export class EventNamesService {
  constructor(private readonly ctx: RequestContext) {}

  /** The name that an object had when the event happened. Null if the viewer may not read the audit trail. */
  async of({ occurredAt: at }: AuditEvent, id: unknown): Promise<string | null> {
    if (typeof id !== 'string' || !auditPolicy.reads(this.ctx.viewer)) return null;
    return this.ctx.loader(eventNames).load({ id, at });
  }

  /** The same of many events, for each of them, and for each of `keys` the name of the object whose id it has. */
  async ofAll<Key extends string>(
    events: readonly AuditEvent[],
    idsOf: (event: AuditEvent) => Readonly<Record<Key, unknown>>,
  ): Promise<Readonly<Record<Key, string | null>>[]> {
    auditPolicy.read(this.ctx.viewer);
    const ids = events.map((event) => Object.entries(idsOf(event)) as [Key, unknown][]);
    const objects = ids.flatMap((each, n) =>
      each.flatMap(([, id]) => (typeof id === 'string' ? { id, at: events[n]!.occurredAt } : [])),
    );
    const names = (await namesOf(this.ctx, objects)).values();
    return ids.map(
      (each) =>
        Object.fromEntries(
          each.map(([key, id]) => [key, typeof id === 'string' ? (names.next().value ?? null) : null]),
        ) as Record<Key, string | null>,
    );
  }
}

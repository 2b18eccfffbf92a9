import type { EntityClass, EntityData, EntityManager, FilterQuery } from '@mikro-orm/postgresql';

/** What the rows of every outbox have, besides `<done>At`, the time of their delivery. */
export interface OutboxRow {
  readonly id: string;
  attempts: number;
  nextAttemptAt?: Date | null | undefined;
  failedAt?: Date | null | undefined;
  lastError?: string | null | undefined;
}

/** The entity of an outbox. */
export interface OutboxEntity<Row extends OutboxRow> {
  readonly entity: EntityClass<Row>;
  /** The state of a delivered row: for `sent`, its time is `sentAt`. */
  readonly done: string;
  /** What a delivery also changes. */
  readonly alsoDone?: EntityData<Row>;
}

/** An attempt to deliver a row. */
interface Attempt {
  readonly id: string;
  /** Its number. Meanwhile another worker may have begun the next one, which then decides. */
  readonly attempts: number;
}

/** Lets a dead row be tried again, as often as a new one. */
export function retry(row: OutboxRow, now: Date): void {
  row.failedAt = null;
  row.attempts = 0;
  row.nextAttemptAt = now;
}

/** Marks a row as delivered. */
export async function markDone<Row extends OutboxRow>(
  em: EntityManager,
  { entity, done, alsoDone }: OutboxEntity<Row>,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const change = { [`${done}At`]: now, lastError: null, ...alsoDone };
  await em.nativeUpdate(entity, ofAttempt<Row>(done, attempt), change);
}

/** Notes a failed attempt, and when to try again; null gives the row up. */
export async function markFailed<Row extends OutboxRow>(
  em: EntityManager,
  { entity, done }: OutboxEntity<Row>,
  attempt: Attempt,
  { reason, retryAt, now }: { readonly reason: string; readonly retryAt: Date | null; readonly now: Date },
): Promise<void> {
  const next = retryAt ? { nextAttemptAt: retryAt, failedAt: null } : { failedAt: now };
  const change = { lastError: reason, ...next };
  await em.nativeUpdate(entity, ofAttempt<Row>(done, attempt), change as EntityData<Row>);
}

const ofAttempt = <Row extends OutboxRow>(done: string, { id, attempts }: Attempt): FilterQuery<Row> =>
  ({ id, attempts, [`${done}At`]: null }) as FilterQuery<Row>;

import { raw, type EntityClass, type EntityManager } from '@mikro-orm/postgresql';
import type { Registry } from '@prometheus-io/client';
import type { Pool } from 'pg';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import { inTime } from '../../ground/kernel/deadline.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { PasswordHasher } from '../../modules/credentials/index.ts';
import { LogoutDelivery } from '../../modules/logouts/index.ts';
import { OutboxMail } from '../../modules/mail/index.ts';
import { Session } from '../../modules/sessions/index.ts';
import { gauge } from './gauge.ts';

/** How long the metrics wait for the database. Without an answer they lack what is counted there. */
const READ_SECONDS = 1;
/** For so long counts of rows are not read again, however often the metrics are. */
const FRESH_SECONDS = 10;
const SESSIONS_FRESH_SECONDS = 60;

interface OutboxFigures {
  readonly pending: number;
  readonly dead: number;
  readonly oldestSeconds: number;
}

/** Adds what is read from the server and its database when somebody asks for the metrics. */
export function addGauges(registry: Registry, runtime: Runtime, pool: Pool): void {
  // OpenTelemetry's name ends in `count`, which Prometheus keeps for histograms.
  gauge(
    registry,
    'db_client_connections',
    'Connections of the pool, by state.',
    ['db_client_connection_state'],
    (each) => {
      each.set({ db_client_connection_state: 'idle' }, pool.idleCount);
      each.set({ db_client_connection_state: 'used' }, pool.totalCount - pool.idleCount);
    },
  );
  gauge(registry, 'db_client_connection_max', 'The most connections that the pool opens.', [], (each) =>
    each.set(pool.options.max),
  );
  gauge(registry, 'db_client_connection_pending_requests', 'Callers that wait for a connection.', [], (each) =>
    each.set(pool.waitingCount),
  );
  gauge(registry, 'guildhall_password_hash_waiting', 'Callers that wait for a password to be hashed.', [], (each) =>
    each.set(runtime.get(PasswordHasher).waiting),
  );
  const sessions = kept(runtime, SESSIONS_FRESH_SECONDS, () =>
    runtime.fork().count(Session, { expiresAt: { $gt: runtime.clock.now() } }),
  );
  gauge(registry, 'guildhall_sessions', 'Sessions that have not ended, of all nodes.', [], async (each) => {
    const count = await sessions();
    if (count === undefined) each.remove();
    else each.set(count);
  });
  addOutboxes(registry, runtime);
}

function addOutboxes(registry: Registry, runtime: Runtime): void {
  const now = (): Date => runtime.clock.now();
  const outboxes = {
    mail: kept(runtime, FRESH_SECONDS, () => figuresOf(runtime.fork(), OutboxMail, 'sentAt', now())),
    logout: kept(runtime, FRESH_SECONDS, () => figuresOf(runtime.fork(), LogoutDelivery, 'deliveredAt', now())),
  };
  const add = (name: string, help: string, of: (figures: OutboxFigures) => number): void => {
    gauge(registry, name, `${help} Of all nodes.`, ['outbox'], async (each) => {
      const told = await Promise.all(
        Object.entries(outboxes).map(async ([outbox, read]) => ({ outbox, figures: await read() })),
      );
      each.reset();
      for (const { outbox, figures } of told) if (figures) each.set({ outbox }, of(figures));
    });
  };
  add('guildhall_outbox_pending', 'Mails and logout tokens that are to be delivered.', ({ pending }) => pending);
  add('guildhall_outbox_dead', 'Mails and logout tokens that were given up.', ({ dead }) => dead);
  add(
    'guildhall_outbox_oldest_seconds',
    'How long the oldest pending one has waited.',
    ({ oldestSeconds }) => oldestSeconds,
  );
}

async function figuresOf<Row extends object>(
  em: EntityManager,
  entity: EntityClass<Row>,
  done: keyof Row & string,
  now: Date,
): Promise<OutboxFigures> {
  const isOpen = 'filter (where o.failed_at is null)';
  // Some are for later.
  const waitsSince = 'case when o.attempts = 0 then coalesce(o.next_attempt_at, o.created_at) else o.created_at end';
  const [row] = await em
    .createQueryBuilder(entity, 'o')
    .select(
      raw<never>(
        `count(*) ${isOpen}::int as pending, count(*) filter (where o.failed_at is not null)::int as dead,
       coalesce(extract(epoch from ?::timestamptz - min(${waitsSince}) ${isOpen}), 0)::float8 as "oldestSeconds"`,
        [now],
      ),
    )
    .where({ [done]: null } as never)
    .execute<OutboxFigures[]>('all', false);
  const { oldestSeconds, ...counts } = row!;
  return { ...counts, oldestSeconds: Math.max(0, oldestSeconds) };
}

/** Reads a value at most once in so many seconds. Undefined if the database does not give it in time. */
function kept<Value>(
  { clock }: Runtime,
  seconds: number,
  read: () => Promise<Value>,
): () => Promise<Value | undefined> {
  let last: { readonly until: Date; readonly value: Promise<Value> } | undefined;
  return () => {
    const now = clock.now();
    if (!last || last.until <= now) {
      const value = read();
      last = { until: secondsAfter(now, seconds), value };
      // A failure is not kept.
      value.catch(() => (last = undefined));
    }
    return inTime(last.value, READ_SECONDS).catch(() => undefined);
  };
}

import cluster from 'node:cluster';
import { once } from 'node:events';
import { createLog, type Log } from '../../ground/kernel/log.ts';
import type { Watch } from '../management/index.ts';
import { loadBells } from '../background.ts';
import { keepMemoryLow } from '../memory.ts';
import { startWorkerServer, type RunningServer } from '../start.ts';
import { startFaultOf } from '../start-faults.ts';
import type { Answers, Orders, ToParent, ToWorker } from './message.ts';

/** Runs one worker until its parent stops it. If the parent is gone, Node ends the process. */
export async function runWorker(): Promise<void> {
  // The parent tells when to stop. A terminal sends these signals to all processes.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  // A message did not reach the parent because that is gone. Node ends this process when it notices that, too.
  cluster.worker!.on('error', () => {});
  const [orders] = (await once(process, 'message')) as [Orders];
  const log = createLog(orders.config.logLevel).child({ worker: orders.number });
  try {
    await serve(orders, log);
    keepMemoryLow();
  } catch (error) {
    const told = startFaultOf(error)?.message;
    if (told === undefined) log.fatal({ err: error }, 'The worker cannot start.');
    process.send!({ kind: 'failed', told: told ?? null } satisfies ToParent, () => process.exit(1));
  }
}

async function serve({ config, url, secretKey }: Orders, log: Log): Promise<void> {
  const measured = config.management.port !== undefined;
  const watch = measured ? new (await import('../management/index.ts')).Watch() : undefined;
  // Together, so that no request that rings a bell comes long before they are heard.
  const [server, bells] = await Promise.all([startWorkerServer(config, log, { url, secretKey, watch }), loadBells()]);
  let working = false;
  for (const [bell, Bell] of Object.entries(bells))
    server.runtime.get(Bell).onRing(() => !working && send({ kind: 'ring', bell }));
  const take = {
    start: () => {},
    ping: () => send({ kind: 'pong' }),
    jobs: () => {
      working = true;
      void server.startJobs();
    },
    ring: ({ bell }: { bell: string }) => server.runtime.get(bells[bell]!).ring(),
    ask: async ({ id, what }: { id: number; what: keyof Answers }) => {
      const read = answersOf(watch)[what];
      const answer = await read().catch(() => null);
      send({ kind: 'answer', id, answer });
    },
    stop: () => stop(server),
  };
  process.on('message', (message: ToWorker) => void take[message.kind](message as never));
  send({ kind: 'listening' });
}

const answersOf = (watch: Watch | undefined): { [What in keyof Answers]: () => Promise<Answers[What]> } => ({
  metrics: () => watch!.metrics.registry.getMetricsAsJSON(),
  health: () => watch!.ready!(),
});

async function stop(server: RunningServer): Promise<void> {
  await server.stop();
  process.exit(0);
}

/** A parent that is gone needs no message. */
const send = (message: ToParent): void => void (process.connected && process.send!(message));

import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '../../ground/kernel/clock.ts';
import { inTime } from '../../ground/kernel/deadline.ts';
import type { Log } from '../../ground/kernel/log.ts';
import { StartFault } from '../../ground/kernel/start-fault.ts';
import type { Answers, Orders, ToParent, ToWorker } from './message.ts';

/** `dist/worker.js`, beside the folder of this file's bundle. */
const PROGRAM = join(import.meta.dirname, '../worker.js');

/** A worker that has run for so long was sound. */
const SOUND_SECONDS = 60;
/** How long a place stays empty after the second failure in a row, and at most. */
const PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 30_000;
/** After so many failures in a row, the server stops if it has no worker at all. */
const FAILURES_MAX = 5;
const ASK_SECONDS = 5;
/** How often each worker has to show a sign of life. */
const BEAT_MS = 1_000;
/** One that has missed so many is asked for nothing. */
const MISSED_BEATS = 3;
/** One that has missed so many hangs. Beats of this process count, so it suspects nobody for having been held up itself. */
const SILENT_BEATS = 20;
/** The same while it does not listen yet, and says nothing. */
const STARTING_BEATS = 120;

interface PoolParts {
  readonly size: number;
  readonly orders: Omit<Orders, 'kind' | 'number'>;
  readonly log: Log;
  /** Called when no worker is left and none can start. */
  readonly lost: (fault: Error) => void;
  /** Called when a process has ended. */
  readonly ended: (pid: number) => void;
}

interface Asked {
  readonly worker: Worker;
  readonly resolve: (answer: never) => void;
}

/** The workers of a server. A worker that dies or hangs is replaced, and one of them does the jobs. */
export class WorkerPool {
  /** The workers that listen, in the order in which they began to. */
  private readonly listening = new Set<Worker>();
  /** All workers, with the beats that have passed since each said something. */
  private readonly all = new Map<Worker, number>();
  private readonly asked = new Map<number, Asked>();
  private jobber: Worker | undefined;
  private questions = 0;
  private stopping = false;

  constructor(private readonly parts: PoolParts) {
    // The workers share one socket and accept for themselves, so whoever is busy accepts less. If the parent passed the
    // connections on, those on their way to a worker that dies would hang for ever.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: PROGRAM, args: [], serialization: 'advanced' });
    setInterval(() => this.beat(), BEAT_MS).unref();
  }

  /** Starts all workers. Throws what the first one says that cannot start. */
  async start(): Promise<void> {
    await Promise.all(
      Array.from({ length: this.parts.size }, async (_each, index) => {
        const number = index + 1;
        const { worker, started } = this.spawn(number);
        const { told } = await started;
        if (told !== undefined)
          throw new StartFault('WORKER_CANNOT_START', told ?? 'A worker cannot start. The log has the reason.');
        this.watch(worker, number, 0);
      }),
    );
  }

  /** How many workers there should be. */
  get size(): number {
    return this.parts.size;
  }

  /** Asks every worker that listens, and waits for `seconds` at most. Leaves out those that do not answer. */
  async ask<What extends keyof Answers>(what: What, seconds = ASK_SECONDS): Promise<Map<number, Answers[What]>> {
    const awake = [...this.listening].filter((worker) => this.all.get(worker)! < MISSED_BEATS);
    const answers = await Promise.all(
      awake.map(async (worker) => ({
        worker,
        answer: await this.askOne(worker, what, seconds).catch(() => null),
      })),
    );
    // One that has ended since it answered is no part of the server any more.
    const present = answers.filter(({ worker, answer }) => answer !== null && this.listening.has(worker));
    return new Map(present.map(({ worker, answer }) => [worker.process.pid!, answer!]));
  }

  /** Tells all workers to answer what is under way and to end. Kills those that have not ended after `seconds`. */
  async stop(seconds: number): Promise<void> {
    this.stopping = true;
    const ends = [...this.all.keys()].map(
      (worker) => new Promise((resolve) => (worker.isDead() ? resolve(null) : worker.once('exit', resolve))),
    );
    for (const worker of this.all.keys())
      if (this.listening.has(worker)) tell(worker, { kind: 'stop' });
      else worker.process.kill('SIGKILL');
    await inTime(Promise.all(ends), seconds).catch(() => {
      for (const worker of this.all.keys()) worker.process.kill('SIGKILL');
    });
  }

  /** Starts a worker. `told` is why it cannot start: null if it ended without a word. */
  private spawn(number: number): { worker: Worker; started: Promise<{ told?: string | null }> } {
    const worker = cluster.fork();
    this.all.set(worker, 0);
    const { promise: started, resolve } = Promise.withResolvers<{ told?: string | null }>();
    const { pid } = worker.process;
    worker.on('message', (message: ToParent) => {
      this.all.set(worker, 0);
      if (message.kind === 'listening') {
        this.listening.add(worker);
        this.appoint();
        resolve({});
      } else if (message.kind === 'failed') resolve({ told: message.told });
      else this.hear(message);
    });
    // A worker that is ending needs no more messages.
    worker.on('error', () => {});
    worker.once('exit', () => {
      this.all.delete(worker);
      this.listening.delete(worker);
      for (const { worker: other, resolve: end } of this.asked.values()) if (other === worker) end(null as never);
      if (this.jobber === worker) this.jobber = undefined;
      this.appoint();
      this.parts.ended(pid!);
      resolve({ told: null });
    });
    tell(worker, { kind: 'start', number, ...this.parts.orders });
    return { worker, started };
  }

  /** Replaces a worker when it ends. */
  private watch(worker: Worker, number: number, failures: number): void {
    const lived = stopwatch();
    const replace = (code: number | null, signal: string | null): void => {
      if (this.stopping) return;
      this.parts.log.error({ worker: number, exitCode: code, signal }, 'a worker ended, and another takes its place');
      void this.refill(number, lived() >= SOUND_SECONDS ? 1 : failures + 1);
    };
    if (worker.isDead()) replace(worker.process.exitCode, worker.process.signalCode);
    else worker.once('exit', replace);
  }

  private async refill(number: number, failures: number): Promise<void> {
    if (failures > 1) await sleep(Math.min(PAUSE_MS * 2 ** (failures - 2), PAUSE_MAX_MS));
    if (this.stopping) return;
    const { worker, started } = this.spawn(number);
    const { told } = await started;
    if (told === undefined) return this.watch(worker, number, failures);
    if (this.stopping) return;
    this.parts.log.error({ worker: number, reason: told }, 'a worker could not start');
    if (this.listening.size === 0 && failures >= FAILURES_MAX)
      this.parts.lost(
        new StartFault(
          'WORKERS_LOST',
          `All workers ended, and no other can start: ${told ?? 'the log has the reason.'}`,
        ),
      );
    else void this.refill(number, failures + 1);
  }

  /** Ends workers that hang, whatever it is that holds them up. */
  private beat(): void {
    if (this.stopping) return;
    for (const [worker, missed] of this.all) {
      this.all.set(worker, missed + 1);
      if (missed < (this.listening.has(worker) ? SILENT_BEATS : STARTING_BEATS)) tell(worker, { kind: 'ping' });
      else {
        const seconds = (missed * BEAT_MS) / 1000;
        this.parts.log.error({ pid: worker.process.pid, seconds }, 'a worker does not answer, and is ended');
        worker.process.kill('SIGKILL');
      }
    }
  }

  private hear(message: Exclude<ToParent, { kind: 'listening' | 'failed' }>): void {
    if (message.kind === 'pong') return;
    // The worker that does the jobs is woken. A new one looks by itself.
    if (message.kind === 'ring') {
      if (this.jobber) tell(this.jobber, message);
      return;
    }
    this.asked.get(message.id)?.resolve(message.answer as never);
    this.asked.delete(message.id);
  }

  /** Lets the worker that has listened for the longest do the jobs, if none does. */
  private appoint(): void {
    if (this.jobber || this.stopping) return;
    [this.jobber] = this.listening;
    if (this.jobber) tell(this.jobber, { kind: 'jobs' });
  }

  private askOne<What extends keyof Answers>(
    worker: Worker,
    what: What,
    seconds: number,
  ): Promise<Answers[What] | null> {
    this.questions += 1;
    const id = this.questions;
    const { promise, resolve } = Promise.withResolvers<Answers[What] | null>();
    this.asked.set(id, { worker, resolve });
    tell(worker, { kind: 'ask', id, what });
    return inTime(promise, seconds).finally(() => this.asked.delete(id));
  }
}

const tell = (worker: Worker, message: ToWorker): void => void (worker.isConnected() && worker.send(message, () => {}));

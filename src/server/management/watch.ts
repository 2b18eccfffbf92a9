import type { RequestListener } from 'node:http';
import { readiness, type Draining } from '../health.ts';
import { Meter } from '../../ground/kernel/meter.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { timeWaits } from '../../ground/persistence/connection.ts';
import type { OpenDatabase } from '../../ground/persistence/open.ts';
import { addGauges } from './gauges.ts';
import { Metrics } from './metrics.ts';
import { timeRequests } from './requests.ts';

/** The state of the server, as orchestrators ask for it, with each thing that it depends on. */
export interface Health {
  readonly status: 'ok' | 'unavailable' | 'draining' | 'starting';
  readonly checks: Readonly<Record<string, string>>;
}

/** A started server. */
interface Watched {
  readonly runtime: Runtime;
  readonly database: OpenDatabase;
  readonly state: Draining;
}

/** Measures one process, and says how its server is. */
export class Watch {
  readonly metrics = new Metrics();
  /** Whether the server can do its work now. Undefined until it has started. */
  ready: (() => Promise<Health>) | undefined;

  /** Call it when the server has started. Returns `answer`, which is timed from then on. */
  over(answer: RequestListener, { runtime, database, state }: Watched): RequestListener {
    this.ready = () => readiness(runtime, database.pool, state);
    addGauges(this.metrics.registry, runtime, database.pool);
    timeWaits(database.pool, (seconds) => this.metrics.waited(seconds));
    runtime.get(Meter).listener = this.metrics;
    database.meter.listener = this.metrics;
    return timeRequests(this.metrics, answer);
  }
}

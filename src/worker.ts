/** A worker of a server with `WORKERS` above 1: the parent starts this program, one process for each. */
import { runWorker } from './server/workers/run-worker.ts';

await runWorker();

import { flushCompileCache } from 'node:module';
import { performance } from 'node:perf_hooks';

/** By then, what is compiled after the start has been. */
const SETTLED_MS = 2_000;
const LOOK_MS = 5_000;
/** The part of the time in which an idle process works. */
const IDLE = 0.02;
/** By how much the heap has to have grown since it was collected, in bytes. */
const GROWN = 32_000_000;

/**
 * Once the process has started, returns the memory that the start has used and no longer needs, some 25 MB. Later it returns
 * what a load has left, once nobody asks for anything. V8 collects garbage only when there is more to allocate, and of an idle
 * process sometimes but not always, so the server would keep it. Node keeps what it has read of the compile cache until it is
 * told to write it. Collecting takes the process 90 to 160 ms.
 */
export function keepMemoryLow(): void {
  setTimeout(() => void begin(), SETTLED_MS).unref();
}

async function begin(): Promise<void> {
  // The start does not need them.
  const { getHeapStatistics, setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  let kept = 0;
  const collect = (): void => {
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = getHeapStatistics().total_heap_size;
  };
  flushCompileCache();
  collect();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization < IDLE && getHeapStatistics().total_heap_size > kept + GROWN) collect();
  }, LOOK_MS).unref();
}

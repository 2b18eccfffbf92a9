/**
 * Slow cores, for machines with too few: PostgreSQL and the load have to run beside the workers, and then no worker has a
 * core of its own. The kernel can limit each worker to a part of a core (control groups, by root), and what is left is enough
 * for the others. Two workers then have what they have on two cores of that speed.
 */
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a worker gets of a core. Two of them leave the others more than they need, with two cores. */
export const PART_OF_A_CORE = 0.3;
/** Short, so that a worker waits for its next part for a few milliseconds at most. */
const PERIOD_US = 10_000;

/** Where Linux has them: of version 2, and of version 1. */
const HIERARCHIES = [
  { root: '/sys/fs/cgroup', limits: { 'cpu.max': `${PERIOD_US * PART_OF_A_CORE} ${PERIOD_US}` } },
  {
    root: '/sys/fs/cgroup/cpu',
    limits: { 'cpu.cfs_period_us': String(PERIOD_US), 'cpu.cfs_quota_us': String(PERIOD_US * PART_OF_A_CORE) },
  },
];

/** Limits each process. Returns what lifts the limits after the processes have ended; null where the kernel allows none. */
export function slowDown(pids: readonly number[]): (() => void) | null {
  for (const { root, limits } of HIERARCHIES) {
    const made: string[] = [];
    const lift = (): void => made.forEach((folder) => rmdirSync(folder));
    try {
      for (const pid of pids) {
        const folder = join(root, `guildhall-bench-${pid}`);
        mkdirSync(folder);
        made.push(folder);
        for (const [name, value] of Object.entries({ ...limits, 'cgroup.procs': String(pid) }))
          // Where there is no such hierarchy, there is no such file.
          writeFileSync(join(folder, name), value, { flag: 'r+' });
      }
      return lift;
    } catch {
      lift();
    }
  }
  return null;
}

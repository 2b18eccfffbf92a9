/** What runs in the background: in each server, or in one of its workers. */
import type { Bell } from '../ground/jobs/bell.ts';
import type { Job } from '../ground/jobs/module.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';
import { loadBackground } from '../modules.ts';
import { startCleanUp } from './clean-up.ts';

/** Loads what starts the jobs. */
export async function loadJobs(): Promise<((runtime: Runtime) => Job)[]> {
  const all = await loadBackground();
  return [...all.flatMap(({ jobs = [] }) => jobs), startCleanUp];
}

/** Loads what wakes jobs, by the names that workers tell each other. */
export async function loadBells(): Promise<Readonly<Record<string, new (runtime: Runtime) => Bell>>> {
  const all = await loadBackground();
  return Object.fromEntries(all.flatMap(({ bells = {} }) => Object.entries(bells)));
}

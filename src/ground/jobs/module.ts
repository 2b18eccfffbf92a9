import type { EntityClass } from '@mikro-orm/core';
import type { Resealed } from '../kernel/reseal.ts';
import type { Runtime } from '../kernel/runtime.ts';
import type { Bell } from './bell.ts';
import type { Sweeper } from './sweep.ts';

/** What a module brings to the server. `src/modules.ts` lists the modules. */
export interface Module {
  /** Its tables. Owners come before what they own. */
  readonly entities?: readonly EntityClass[];
  /** Loads what it does in the background. No token waits for that. */
  readonly background?: () => Promise<Background>;
}

/** What a module does in the background. */
export interface Background {
  /** What one process does as long as the server runs. */
  readonly jobs?: readonly ((runtime: Runtime) => Job)[];
  /** What wakes the jobs, by the names that workers tell each other. */
  readonly bells?: Readonly<Record<string, new (runtime: Runtime) => Bell>>;
  /** What deletes its rows that expired long ago. */
  readonly sweepers?: readonly Sweeper[];
  /** What encrypts its secrets under a new `SECRET_KEY`, by the names that `secret-key rotate` reports. */
  readonly reseals?: Readonly<Record<string, (runtime: Runtime) => Promise<Resealed>>>;
}

/** Work that goes on until it is stopped. */
export interface Job {
  stop(): Promise<void>;
}

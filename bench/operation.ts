import type { Contestant, Rival } from './contestants/index.ts';
import { bytesOf, type Request, type Script } from './load.ts';
import type { World } from './world.ts';

export const CONNECTIONS = 32;

/** Something that contestants are asked to do, again and again. */
export interface Operation {
  readonly name: string;
  readonly title: string;
  readonly status: number;
  /** Who else can do it, and at least so many times their answers a second are ours. */
  readonly against: Readonly<Partial<Record<Rival, number>>>;
  /** At least so many answers a second, whatever others do. */
  readonly atLeast?: number;
  /** 95 of 100 answers take at most so many milliseconds. */
  readonly within?: number;
  /** At most so many times the processor time of another operation. */
  readonly cpuOver?: { readonly operation: string; readonly most: number };
  /** Database round trips at most. */
  readonly roundTrips?: number;
  /** The operations that have nothing to do before this one has run. */
  readonly feeds?: readonly string[];
  /** What has to be done once, before the first request. */
  readonly prepare?: (contestant: Contestant) => Promise<void>;
  /** What each connection sends. */
  readonly scripts: (world: World) => Script[];
  /** Told every answer. */
  readonly heard?: (world: World, answer: Buffer) => void;
}

export const API: Readonly<Record<string, string>> = { 'content-type': 'application/json' };
export const FORM: Readonly<Record<string, string>> = { 'content-type': 'application/x-www-form-urlencoded' };

/** Something for each connection, such as its script. */
export const each = <Made>(make: (index: number) => Made): Made[] =>
  Array.from({ length: CONNECTIONS }, (_, index) => make(index));

/** The same request over and over, on every connection. */
export function always(request: Request): Script[] {
  const bytes = bytesOf(request);
  return each(() => () => bytes);
}

import { join } from 'node:path';
import { environmentWith } from '../ground/config/environment.ts';

/** A limit on V8's memory that cannot be set later. docs/operations.md explains it. */
export const FLAGS = ['--max-semi-space-size=16'];
/** glibc reads it when a process begins, so this process cannot set it for itself. */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

/** Replaces this process by the server, so that signals and the parent process reach it directly. */
export function start(): never {
  const server = join(import.meta.dirname, '../main.js');
  return process.execve!(process.execPath, [process.execPath, ...FLAGS, server], environmentWith(ALLOCATOR));
}

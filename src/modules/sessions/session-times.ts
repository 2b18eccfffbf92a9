import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';

/** How exact a session's last access is, so that not every request writes. */
const NOTED_EVERY_SECONDS = 60;

/** A session whose last access is before this moment is over. */
export const idleSince = (now: Date, { idleSeconds }: Settings['sessions']): Date => secondsAfter(now, -idleSeconds);

/** A last access before this moment is worth an update. */
export const notedBefore = (now: Date): Date => secondsAfter(now, -NOTED_EVERY_SECONDS);

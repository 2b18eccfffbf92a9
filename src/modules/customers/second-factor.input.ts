import type { SecondFactorOf } from './customer.entity.ts';

/** The most groups, and the most applications, that are chosen. */
export const CHOSEN_MAX = 100;
/** The longest time to put a second factor off: 90 days. */
export const GRACE_MAX = 90 * 86_400;

/** Changes to who must have a second factor. What is left out stays unchanged. */
export interface ChangeSecondFactorPolicy {
  readonly requiredOf?: SecondFactorOf | null;
  readonly graceSeconds?: number | null;
  readonly groupIds?: string[] | null;
  readonly clientIds?: string[] | null;
}

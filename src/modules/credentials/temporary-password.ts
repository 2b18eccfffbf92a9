import { secondsAfter } from '../../ground/kernel/clock.ts';
import { newLetters } from '../../ground/kernel/secret.ts';
import type { User } from '../users/user.entity.ts';

/** How long a temporary password signs in: 7 days. */
const VALID_SECONDS = 7 * 86_400;

// No letters that are read as others, because people read it out and type it.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP = 4;
/** 20 letters are 99 bits. */
const GROUPS_MIN = 5;

/** A password like `k7wm-2hqp-x9td-b4rn-vc3y`, with at least so many characters. */
export function newTemporaryPassword(minLength: number): string {
  const groups = Math.max(GROUPS_MIN, Math.ceil((minLength + 1) / (GROUP + 1)));
  return Array.from({ length: groups }, () => newLetters(LETTERS, GROUP)).join('-');
}

/** Until when a temporary password signs in that was set then. */
export const temporaryUntil = (since: Date): Date => secondsAfter(since, VALID_SECONDS);

/** Whether this user's password is one. */
export const hasTemporaryPassword = ({
  temporaryPasswordAt,
  passwordChangedAt,
}: Pick<User, 'temporaryPasswordAt' | 'passwordChangedAt'>): boolean =>
  temporaryPasswordAt != null && temporaryPasswordAt.getTime() === passwordChangedAt?.getTime();

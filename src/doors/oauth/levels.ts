import type { AuthenticationLevel, LevelMethod } from '../../ground/kernel/runtime.ts';
import type { MfaMethod } from '../../modules/users/index.ts';

type Levels = readonly AuthenticationLevel[];

/** RFC 8176 names that stand for a method of levels. */
const AMR_OF: Readonly<Record<LevelMethod, readonly string[]>> = {
  password: ['pwd'],
  email: ['email'],
  otp: ['otp'],
  passkey: ['hwk', 'swk'],
};

const FACTOR_OF: Partial<Readonly<Record<LevelMethod, MfaMethod>>> = { otp: 'totp', passkey: 'passkey' };

const isProved = (method: LevelMethod, amr: readonly string[]): boolean =>
  AMR_OF[method].some((name) => amr.includes(name));

/** Whether a login by these methods reaches the level. */
export const reaches = ({ ways }: AuthenticationLevel, amr: readonly string[]): boolean =>
  ways.some((way) => way.every((method) => isProved(method, amr)));

/** The highest level that a login by these methods reaches. */
export const acrOf = (levels: Levels, amr: readonly string[]): string => {
  const reached = levels.findLast((level) => reaches(level, amr));
  if (!reached) throw new Error('There is no level that any login reaches.');
  return reached.value;
};

/**
 * The second factors of a user by which a login comes up to the level: any of them belongs to a way that the user can go to
 * its end. Empty if there is none.
 */
export function factorsTowards(
  { ways }: AuthenticationLevel,
  amr: readonly string[],
  factors: readonly MfaMethod[],
): readonly MfaMethod[] {
  const missing = ways.map((way) => way.filter((method) => !isProved(method, amr)).map((method) => FACTOR_OF[method]));
  const open = missing.filter((way) => way.every((factor) => factor !== undefined && factors.includes(factor)));
  return factors.filter((factor) => open.some((way) => way.includes(factor)));
}

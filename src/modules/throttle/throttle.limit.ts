/** So many in a window of so many seconds, which begins with the first. */
export interface Rate {
  readonly points: number;
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 3600;

/** Guesses of a secret of one account, wrong ones in a row. */
export const GUESSES = {
  /** As many are looked at without a wait. */
  free: 5,
  firstWaitSeconds: 30,
  waitMaxSeconds: 15 * MINUTE,
  /** NIST SP 800-63B §3.2.2: at most a hundred, until a right one or until they are forgotten. */
  most: 100,
  forgottenSeconds: 24 * HOUR,
} as const;

/** How long nobody can guess after the `count`th wrong guess in a row. */
export function waitAfter(count: number): number {
  const { free, firstWaitSeconds, waitMaxSeconds } = GUESSES;
  return count < free ? 0 : Math.min(firstWaitSeconds * 2 ** (count - free), waitMaxSeconds);
}

/** Wrong guesses from one address, whosever account they are for. */
export const guessRates = {
  password: { points: 100, seconds: 10 * MINUTE },
  code: { points: 100, seconds: 10 * MINUTE },
} as const satisfies Record<string, Rate>;
export type GuessName = keyof typeof guessRates;

/**
 * What costs nothing to ask for, by the address that asks, the account that asks, and whom the mail goes to. Where
 * accounts count, service accounts and the operator are counted by recipient alone: they act for many.
 */
export const useRates = {
  signup: { byAddress: { points: 50, seconds: HOUR } },
  recovery: { byAddress: { points: 30, seconds: HOUR }, byRecipient: { points: 5, seconds: HOUR } },
  // Whoever asks says where the mail goes.
  emailChange: {
    byAddress: { points: 30, seconds: HOUR },
    byAccount: { points: 10, seconds: HOUR },
    byRecipient: { points: 5, seconds: HOUR },
  },
  // Links to prove an address or set a password, and invitations, that somebody signed in asks for.
  mail: {
    byAddress: { points: 300, seconds: HOUR },
    byAccount: { points: 300, seconds: HOUR },
    byRecipient: { points: 5, seconds: HOUR },
  },
  // Public clients prove nothing, and what they push is stored.
  push: { byAddress: { points: 300, seconds: 5 * MINUTE } },
} as const satisfies Record<string, UseRates>;

/** A limit on each of those a use is counted by. */
export interface UseRates {
  readonly byAddress?: Rate;
  readonly byAccount?: Rate;
  readonly byRecipient?: Rate;
}
export type UseName = keyof typeof useRates;

/**
 * Clients that fail to authenticate. Their secrets are random, so this is about noise; and a client's id is public, so a
 * client is never refused for what others do in its name from elsewhere.
 */
export const clientFailureRates = {
  byClientAndAddress: { points: 20, seconds: 5 * MINUTE },
  byAddress: { points: 200, seconds: 5 * MINUTE },
} as const satisfies Record<string, Rate>;

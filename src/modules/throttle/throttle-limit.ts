/** A limit of `points` in a window of `seconds`. The window begins with the first attempt. */
export interface Rate {
  readonly points: number;
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 3600;

/** Limits of wrong guesses in a row at one account. */
export const GUESSES = {
  /** So many guesses cause no wait. */
  free: 5,
  firstWaitSeconds: 30,
  waitMaxSeconds: 15 * MINUTE,
  /** NIST SP 800-63B §3.2.2: at most a hundred, until a correct guess or until they are forgotten. */
  most: 100,
  forgottenSeconds: 24 * HOUR,
} as const;

/** How many seconds the account waits after the `count`th wrong guess in a row. */
export function waitAfter(count: number): number {
  const { free, firstWaitSeconds, waitMaxSeconds } = GUESSES;
  return count < free ? 0 : Math.min(firstWaitSeconds * 2 ** (count - free), waitMaxSeconds);
}

/** Wrong guesses from one address, at any accounts. */
export const guessRates = {
  password: { points: 100, seconds: 10 * MINUTE },
  code: { points: 100, seconds: 10 * MINUTE },
  // Codes of devices that wait for their users. The account is the browser.
  user_code: { points: 100, seconds: 10 * MINUTE },
} as const satisfies Record<string, Rate>;
export type GuessName = keyof typeof guessRates;

/**
 * Limits of requests that need no secret: by the caller's address, by the caller's account, and by the mail's recipient. If
 * accounts are counted, service accounts and the operator are counted only by recipient, because they act for many users.
 */
export const useRates = {
  signup: { byAddress: { points: 50, seconds: HOUR } },
  recovery: { byAddress: { points: 30, seconds: HOUR }, byRecipient: { points: 5, seconds: HOUR } },
  // New passwords by a link or in one's account. How hard each is to guess is estimated.
  password: {
    byAddress: { points: 300, seconds: HOUR },
    byAccount: { points: 30, seconds: HOUR },
  },
  // The caller chooses the recipient.
  emailChange: {
    byAddress: { points: 30, seconds: HOUR },
    byAccount: { points: 10, seconds: HOUR },
    byRecipient: { points: 5, seconds: HOUR },
  },
  // Factors that are begun.
  factor: { byAccount: { points: 20, seconds: HOUR } },
  // Invitations, and links to verify an address or set a password, that a signed-in caller requests.
  mail: {
    byAddress: { points: 300, seconds: HOUR },
    byAccount: { points: 300, seconds: HOUR },
    byRecipient: { points: 5, seconds: HOUR },
  },
  // Codes that a login sends by mail: its caller knows the password.
  emailCode: { byAddress: { points: 100, seconds: HOUR }, byAccount: { points: 5, seconds: 15 * MINUTE } },
  // Public clients do not authenticate, and their pushed requests are stored.
  push: { byAddress: { points: 300, seconds: 5 * MINUTE } },
  // The same for the requests of their devices.
  device: { byAddress: { points: 300, seconds: 5 * MINUTE } },
  // Confidential clients that no administrator made.
  pushOfClient: { byAccount: { points: 300, seconds: 5 * MINUTE } },
  deviceOfClient: { byAccount: { points: 300, seconds: 5 * MINUTE } },
  // Logins by a passkey that is unknown or wrong. They are in the audit trail.
  wrongPasskey: { byAddress: { points: 100, seconds: 10 * MINUTE } },
} as const satisfies Record<string, UseRates>;

/**
 * Limits of what is stored in the name of somebody who has proved who they are. They are far above what people and applications
 * do, and count for one user, one user at one client, or one client.
 */
export const storedRates = {
  /** Sessions that a user starts or raises. */
  login: { points: 1_000, seconds: HOUR },
  /** Grants of a user at a client: codes, and devices that the user has allowed. */
  grant: { points: 3_600, seconds: HOUR },
  /** Uses of refresh tokens of a user at a client. */
  refresh: { points: 36_000, seconds: HOUR },
  /** Tokens of a user that a client has exchanged. */
  exchange: { points: 36_000, seconds: HOUR },
  /** What a user allows clients. */
  consent: { points: 300, seconds: HOUR },
  /**
   * Pushed requests, and requests of devices, of a confidential client that an administrator made. Its visitors cause them, so
   * somebody who uses them up keeps the others from signing in until the window ends. That has to be soon.
   */
  push: { points: 30_000, seconds: MINUTE },
  device: { points: 30_000, seconds: MINUTE },
  /** Signed assertions of a client that no administrator made. */
  assertion: { points: 36_000, seconds: HOUR },
} as const satisfies Record<string, Rate>;
export type StoredName = keyof typeof storedRates;

/**
 * The most mails about attempts at an account that its user gets. Further attempts are only in the audit trail. Of changes of
 * factors, the first of each kind has a mail, and one mail at the end of the window stands for all others.
 */
export const noticeRates = {
  'new-sign-in': { points: 5, seconds: HOUR },
  'factor-failed': { points: 1, seconds: HOUR },
  'factor-changed': { points: 1, seconds: HOUR },
  'factors-changed-again': { points: 1, seconds: HOUR },
} as const satisfies Record<string, Rate>;
export type NoticeName = keyof typeof noticeRates;

/** The limits of one kind of use. */
export interface UseRates {
  readonly byAddress?: Rate;
  readonly byAccount?: Rate;
  readonly byRecipient?: Rate;
}
export type UseName = keyof typeof useRates;

/**
 * Limits of clients that fail to authenticate. Their secrets cannot be guessed, so this only limits noise. A client's id is
 * public, so a client is never refused because of failures from other addresses.
 */
export const clientFailureRates = {
  byClientAndAddress: { points: 20, seconds: 5 * MINUTE },
  byAddress: { points: 200, seconds: 5 * MINUTE },
} as const satisfies Record<string, Rate>;

/**
 * Rate limits: guesses of passwords and codes, and requests that send mail or create accounts. The counters are in the
 * database, so all nodes share them. Code that checks a secret calls `Throttle.guess` around the check. A wrong guess is
 * counted before it is answered. Only a guess that nobody has reason to suspect is checked before it is counted, so a right
 * one writes nothing, and a burst of parallel guesses is counted as a burst.
 *
 * Nobody can lock an account for good. Five wrong guesses are free. Then each causes a wait, which doubles up to fifteen
 * minutes. After a day everything is forgotten, and a day has at most a hundred guesses. A browser in which the user has
 * signed in before has counters of its own. So other people's guesses do not keep the user out, whether they are at the same
 * account or from the same address.
 */
export { deviceCookie, deviceOf, knownDevice } from './known-device.ts';
export { ClientFailures, type ClientTry } from './client-failures.ts';
export { tooMany } from './errors.ts';
export { MemberChanges } from './member-changes.ts';
export { SharedRates, storedCounter } from './shared-rates.ts';
export type { GuessedSecret } from './throttle-counters.ts';
export { Throttle } from './throttle.service.ts';

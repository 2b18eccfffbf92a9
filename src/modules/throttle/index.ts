/**
 * Rate limits: guesses of passwords and codes, and requests that send mail or create accounts. The counters are in the
 * database, so all nodes share them, and a burst of parallel attempts is counted before any of them is checked. Code that
 * checks a secret calls `Throttle.guess` around the check.
 *
 * Nobody can lock an account for good. Five wrong guesses are free. Then each causes a wait, which doubles up to fifteen
 * minutes. After a day everything is forgotten, and a day has at most a hundred guesses. A browser in which the user has
 * signed in before has counters of its own. So other people's guesses do not keep the user out, whether they are at the same
 * account or from the same address.
 */
export { deviceCookie, deviceOf, knownDevice } from './known-device.ts';
export { ClientFailures } from './client-failures.ts';
export { Forgiveness, Throttle } from './throttle.service.ts';
export { releasingCounters, type CounterRelease } from './throttle.hot.sql.ts';
export { throttleSweepers } from './throttle.sweep.ts';

/**
 * How often somebody may try: guesses of passwords and codes, and what sends mail or makes accounts. Counters stand in
 * the database, so that all nodes share them and a burst of parallel tries is counted before any of it is looked at.
 * Whoever checks a secret calls `Throttle.guess` around the check; what is told of it is the doors' business.
 *
 * Nobody can lock an account for good. Five wrong guesses are free, then each costs a wait that doubles up to fifteen
 * minutes, and all is forgotten after a day, in which there are at most a hundred guesses. A browser in which
 * the user has signed in before counts by itself, so that strangers' guesses do not keep its owner out, neither those at
 * the account nor those from the same address.
 */
export { deviceCookie, deviceOf, knownDevice } from './known-device.ts';
export { ClientFailures } from './client-failures.ts';
export { Forgiveness, Throttle } from './throttle.service.ts';
export { settlingCounters } from './throttle.sql.ts';
export { sweepThrottle } from './throttle.sweep.ts';

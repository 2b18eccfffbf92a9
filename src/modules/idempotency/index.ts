/**
 * Requests that can be repeated without doing anything twice (`Idempotency-Key`). Keeps the answers to requests that create
 * something, for a day, sealed with SECRET_KEY. The doors run such requests through `Idempotency.once`, which commits what
 * was created together with the answer. Which operations take a key is the doors' matter.
 */
export { Idempotency } from './idempotency.service.ts';

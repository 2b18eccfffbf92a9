import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  IDEMPOTENCY_KEY_IN_USE: ['conflict', 'The first request with this Idempotency-Key is still under way.'],
  IDEMPOTENCY_KEY_REUSED: [
    'conflict',
    'This Idempotency-Key belongs to another request of the last day. Use a new one.',
  ],
  IDEMPOTENCY_ANSWER_TOO_LARGE: [
    'invalid',
    'The answer is too large to be kept for a repetition, so nothing was done. Request less of it.',
  ],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a request with an Idempotency-Key is refused. */
export const idempotencyErrors = errors('idempotency', codes);

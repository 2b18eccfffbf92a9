import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  TOO_MANY_TRIES: ['rate_limited', 'Too many tries. Wait a while and try again.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why no more is tried for a while. */
export const throttleErrors = errors('throttle', codes);

import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  TOO_MANY_TRIES: ['rate_limited', 'Too many tries. Wait, then try again.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an attempt is refused for a while. */
export const throttleErrors = errors('throttle', codes);

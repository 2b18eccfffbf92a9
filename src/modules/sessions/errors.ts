import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  SESSION_NOT_FOUND: ['not_found', 'No such session.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a session is not ended. */
export const sessionErrors = errors('sessions', codes);

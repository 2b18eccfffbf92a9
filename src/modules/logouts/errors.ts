import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  LOGOUT_DELIVERY_NOT_FOUND: ['not_found', 'No such logout delivery.'],
  LOGOUT_DELIVERY_NOT_DEAD: ['conflict', 'Only a delivery that was given up is tried again.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a delivery of a logout is not retried. */
export const logoutErrors = errors('logouts', codes);

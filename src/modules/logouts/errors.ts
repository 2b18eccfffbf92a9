import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  LOGOUT_DELIVERY_NOT_FOUND: ['not_found', 'No such logout delivery.'],
  LOGOUT_DELIVERY_NOT_DEAD: ['conflict', 'Only a dead delivery can be retried.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** The errors of logout deliveries. */
export const logoutErrors = errors('logouts', codes);

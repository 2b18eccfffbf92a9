import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  EXPORT_NOT_FOUND: ['not_found', 'The link was used, has expired, or never existed. Request a new one.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an export is not found. */
export const exportErrors = errors('exports', codes);

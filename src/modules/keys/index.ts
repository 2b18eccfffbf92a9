/** Signing keys: made at first start, encrypted at rest, rotated without logging anybody out. */
export { SigningKey } from './signing-key.entity.ts';

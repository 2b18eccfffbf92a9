import { fault } from '../../ground/kernel/errors.ts';

/** Whether a text can be a client_id: at most 255 printable ASCII characters (RFC 6749 appendix A.1). */
export const isClientId = (id: string): boolean => /^[\x20-\x7e]{1,255}$/.test(id);

/** A client_id from input. Throws `invalid` with the field’s name if it is none. */
export function readClientId(field: string, id: string): string {
  if (!isClientId(id)) throw fault(field, 'client_id');
  return id;
}

/** Whether the client has ended. It is deleted a while later. */
export const isExpiredClient = ({ expiresAt }: { readonly expiresAt?: Date | null | undefined }, now: Date): boolean =>
  expiresAt != null && expiresAt <= now;

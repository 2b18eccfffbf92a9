import { digest } from '../../ground/kernel/secret.ts';

/** Where a user signs in, and from which browser. */
export interface Place {
  readonly customerId: string;
  readonly clientId: string | null;
  /** The secret of the session that this browser has so far. */
  readonly replaces: string | undefined;
  /** The device cookie of this browser. */
  readonly device: string | undefined;
  /** The cookies of remembered devices that this browser has. None if the login has to prove everything anew. */
  readonly remembered?: readonly string[];
}

/** Proof that a user's password was right, kept until the user gives the code of the second factor. */
export interface PasswordProof {
  readonly userId: string;
  /** Digest, in base64url, of the hash that the password matched. A change of the password makes the proof invalid. */
  readonly digest: string;
  /** Whether the user has given the code of a mail, too. */
  readonly hasEmailCode: boolean;
  /** The hash of what the user has chosen instead of a temporary password. The session stores it. Null for no such choice. */
  readonly nextHash: string | null;
}

/** The digest of a hash, as a proof has it. */
export const digestOf = (hash: string): string => digest(hash).toString('base64url');

/** The proof of a password that has this hash. */
export const proofOf = (of: { readonly userId: string; readonly passwordHash: string }): PasswordProof => ({
  userId: of.userId,
  digest: digestOf(of.passwordHash),
  hasEmailCode: false,
  nextHash: null,
});

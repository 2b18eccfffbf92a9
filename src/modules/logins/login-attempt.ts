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

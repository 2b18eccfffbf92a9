import type { CLAIM_REASONS, OBSTACLES, SCOPE_OUTCOMES, WITHHELD } from './preview-vocabulary.ts';

/** A reason, and the scope, attribute or setting that it is about. */
export interface ClaimReason {
  readonly kind: (typeof CLAIM_REASONS)[number];
  readonly name: string | null;
}

/** A claim that a document has, or could have. */
export interface PreviewedClaim {
  readonly name: string;
  readonly isPresent: boolean;
  readonly reasons: readonly ClaimReason[];
}

/** A document that would be issued. It is JSON, and nobody has signed it. */
export interface PreviewedDocument {
  /** Null for a document that would not be signed either. */
  readonly header: Readonly<Record<string, unknown>> | null;
  /** Null if there would be none. */
  readonly content: Readonly<Record<string, unknown>> | null;
  /** Why there is none; null if there is one. */
  readonly withheld: (typeof WITHHELD)[number] | null;
  readonly claims: readonly PreviewedClaim[];
}

/** A scope that was asked for or granted. */
export interface PreviewedScope {
  readonly name: string;
  readonly isGranted: boolean;
  readonly outcome: (typeof SCOPE_OUTCOMES)[number];
  /** The user's roles that allow it, if it takes one. */
  readonly roles: readonly string[];
}

/** Something between the user and the tokens. */
export interface Obstacle {
  readonly kind: (typeof OBSTACLES)[number];
  /** Whether the sign-in ends there. Otherwise the user is asked, and goes on. */
  readonly isFinal: boolean;
}

/** What an application would get about a user now. */
export interface TokenPreview {
  readonly idToken: PreviewedDocument;
  readonly accessToken: PreviewedDocument;
  readonly userinfo: PreviewedDocument;
  readonly introspection: PreviewedDocument;
  readonly askedScopes: readonly PreviewedScope[];
  readonly obstacles: readonly Obstacle[];
}

/** RFC 7636, Appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** A confidential client that users sign in to, and that asks nobody for consent. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

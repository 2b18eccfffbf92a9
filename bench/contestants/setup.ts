import type { Application } from '../application.ts';

/** What a contestant is told when it starts. */
export interface Setup {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly application: Application;
  readonly userId: string;
  /** PKCS #8 in base64. */
  readonly signingKey: string;
  /** The product's own statements, under the same names. */
  readonly sql: Readonly<Record<StatementName, { readonly name: string; readonly text: string }>>;
}

export type StatementName =
  | 'clientRegistration'
  | 'clientScopes'
  | 'userinfo'
  | 'groupsById'
  | 'memberPages'
  | 'addMembers'
  | 'removeMembers'
  | 'insertGroup';

/** The setup, as soon as the parent process has sent it. */
export const receiveSetup = (): Promise<Setup> =>
  new Promise((resolve) => process.once('message', (message) => resolve(message as Setup)));

/** What it answers with; `userToken` where it takes no token of the product's. */
export interface Ready {
  readonly port: number;
  readonly userToken?: string;
}

/** Tells the parent where we listen, and ends when it says so or is gone. */
export function ready(answer: Ready): void {
  process.send!(answer);
  process.once('disconnect', () => process.exit());
  process.once('SIGTERM', () => process.exit());
}

import { SteppedMigration } from '../stepped-migration.ts';

/** Users who had an authenticator app before there were passkeys. */
export class MethodsOfUsers extends SteppedMigration {
  readonly steps = [{ table: 'users', set: `mfa_methods = '{totp}'`, where: `mfa_enrolled and mfa_methods = '{}'` }];

  override down(): void {
    // The column goes with the migration before.
  }
}

/**
 * Accounts: who creates users, sign-up, and passwords that users change themselves or the command line sets. It owns no
 * table. `users` stores the users, `groups` adds them to groups, `links` invites them and verifies their addresses, and
 * `credentials` decides which passwords are allowed. The doors call it. `logins` checks who somebody is.
 */
export { importAccounts, type Existing, type ImportedAccount, type ImportOutcome } from './account-import.service.ts';
export { AccountService } from './account.service.ts';
export { OwnRemovalService } from './own-removal.service.ts';
export { OwnPasswordService } from './own-password.service.ts';
export { setPassword } from './password-set.service.ts';
export { SignUpCustomer } from './sign-up-customer.service.ts';

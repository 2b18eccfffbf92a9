/**
 * How people come to accounts, and their own hand on the password: users made by those who manage them, signing up, a
 * password changed by its owner or set by the command line. Owns no table: the users' module makes the users, `groups` take them in, `links`
 * invites them and proves their addresses, `credentials` says which passwords will do. The doors call it; proving who
 * somebody is, is the logins'.
 */
export { AccountService } from './account.service.ts';
export { AccountResolver } from './account.resolver.ts';
export { OwnPasswordService } from './own-password.service.ts';
export { setPassword } from './password-set.service.ts';

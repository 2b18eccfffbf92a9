/**
 * Users: the people of a customer. The only writer of `users`, but for what signing in leaves there. Passwords belong to
 * `credentials`, second factors to `mfa`, logins to `sessions`, memberships to `groups`; the database ends them with the
 * user.
 */
export { emailKey, readEmail } from './user.email.ts';
export { User } from './user.entity.ts';
export { attempt, readNewUser, readWebAddress, type CreateUser } from './user.input.ts';
export { userLoader } from './user.loader.ts';
export { seenBy, seesAll, type UserView } from './user.policy.ts';
export { insertAdministrator } from './administrator.service.ts';
export { userByEmail } from './user-lookup.service.ts';
export { CreateUserInput, CreateUsersPayload } from './user-change.type.ts';
export { UserResolver } from './user.resolver.ts';
export { LIST_MAX, noGroup, UserService } from './user.service.ts';
export { changeEmail, verifyEmail } from './user-email.sql.ts';
export { noteLogin } from './user-login.hot.sql.ts';
export { UserType } from './user.type.ts';

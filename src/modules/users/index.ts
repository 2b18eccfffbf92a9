/** Users: the people of a customer. Passwords and second factors belong to `credentials`, logins to `sessions`. */
export { emailKey } from './user.email.ts';
export { User } from './user.entity.ts';
export { userColumns, type UserRow } from './user.sql.ts';
export { UserType } from './user.type.ts';

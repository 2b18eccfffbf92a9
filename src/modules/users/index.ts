/** Users: the people of a customer. Passwords and second factors belong to `credentials`, logins to `sessions`. */
export { User } from './user.entity.ts';

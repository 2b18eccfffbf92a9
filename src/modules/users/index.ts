/**
 * Users: the people of a customer. Only this module writes the table `users`, but for the password columns, which
 * `credentials` writes. Second factors belong to `mfa`, logins to `sessions`, memberships to `groups`. The database
 * deletes them with the user.
 */
export { EMAIL_MAX, emailKey, readEmail } from './user-email.ts';
export { User, type MfaMethod, type UserColumns } from './user.entity.ts';
export { noOrganization } from './user.constraints.ts';
export {
  fieldsHaving,
  NAME_MAX as USER_NAME_MAX,
  PHONE_MAX,
  PICTURE_MAX,
  TEXT_FIELDS,
  USER_CLAIMS,
  USER_FIELDS,
  USERNAME_MAX,
  type UserClaim,
} from './user.fields.ts';
export {
  newUserReaders,
  readNewUser,
  readWebAddress,
  type CreateUser,
  type NewUser,
  type UpdateUser,
  type UserChanges,
} from './user.input.ts';
export { userLoader } from './user.loader.ts';
export { userFilter, userListing } from './user.filter.ts';
export { UserListService } from './user-list.service.ts';
export { seenBy, shownTo, seesAll, userPolicy, type UserView } from './user.policy.ts';
export { insertAdministrator } from './administrator.service.ts';
export { attributeChanges, changeUsers, differing, isChange, type WantedRow } from './user-change.service.ts';
export { lockUsersByEmail, userByEmail } from './user-lookup.service.ts';
export { selectedUsers, type UserResult, type UserSelection } from './user-bulk.service.ts';
export { SearchSample } from './user-search.ts';
export { createUsersIn, noGroup } from './user-creation.service.ts';
export { UserService } from './user.service.ts';
export { UserRemovalService } from './user-removal.service.ts';
export { ProfileService, type Profile, type ProfileAttribute } from './user-profile.service.ts';
export { changeEmail, isUnproved, verifyEmail } from './user-email.service.ts';
export { isStaffIn } from './standing.hot.sql.ts';
export { noteLogin } from './user-login.hot.sql.ts';

import type { Role } from '../../kernel/access.ts';
import { fault } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { readAll } from '../../kernel/input.ts';
import { readLine } from '../../kernel/text.ts';
import type { GivenAttributes } from '../attributes/index.ts';
import { emailKey, readEmail } from './user-email.ts';

export const NAME_MAX = 255;
export const USERNAME_MAX = 64;
export const PICTURE_MAX = 2048;
export const PHONE_MAX = 32;

type Maybe<T> = T | null | undefined;

/** A user to create. Null and blank texts count as left out. */
export interface CreateUser {
  readonly email: string;
  readonly username?: Maybe<string>;
  /** By default made of the other names, or of the address. */
  readonly name?: Maybe<string>;
  readonly givenName?: Maybe<string>;
  readonly familyName?: Maybe<string>;
  readonly picture?: Maybe<string>;
  readonly phoneNumber?: Maybe<string>;
  readonly role?: Maybe<Role>;
  readonly emailVerified?: Maybe<boolean>;
  readonly isActive?: Maybe<boolean>;
  readonly organizationId?: Maybe<string>;
  readonly defaultGroupId?: Maybe<string>;
  readonly attributes?: GivenAttributes;
}

/** Changes to a user. Undefined changes nothing. Null or a blank text clears what is optional. */
export type UpdateUser = Partial<Omit<CreateUser, 'email' | 'defaultGroupId'>>;

/** A user to create, checked. */
export interface NewUser {
  readonly email: string;
  readonly emailKey: string;
  readonly emailVerified: boolean;
  readonly username: string | null;
  readonly name: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly picture: string | null;
  readonly phoneNumber: string | null;
  readonly role: Role;
  readonly isActive: boolean;
  readonly organizationId: string | null;
  readonly groupId: string | null;
  /** As given. The customer's definitions say what is allowed. */
  readonly attributes: GivenAttributes;
}

/** Changes to a user, checked. Missing keys change nothing. */
export type UserChanges = Partial<Omit<NewUser, 'email' | 'emailKey' | 'groupId' | 'attributes'>>;

/** What a new user is if nothing is said. */
export const USER_DEFAULTS = { role: 'member', isActive: true, emailVerified: false, sendInvitation: false } as const;

/** Checks a user to create. Throws `invalid` with all faults. */
export function readNewUser(input: CreateUser): NewUser {
  const { email, username, name, givenName, familyName, ...others } = readAll(newUserReaders(input));
  return {
    ...others,
    email,
    emailKey: emailKey(email),
    emailVerified: input.emailVerified ?? USER_DEFAULTS.emailVerified,
    username,
    name: name ?? displayName(email, username, givenName, familyName),
    givenName,
    familyName,
    role: input.role ?? USER_DEFAULTS.role,
    isActive: input.isActive ?? USER_DEFAULTS.isActive,
    attributes: input.attributes,
  };
}

/** Readers of a user to create. */
export const newUserReaders = (input: CreateUser) => ({
  email: () => readEmail('email', input.email),
  username: () => optional(input.username, readUsername),
  name: () => optional(input.name, readName('name')),
  givenName: () => optional(input.givenName, readName('givenName')),
  familyName: () => optional(input.familyName, readName('familyName')),
  picture: () => optional(input.picture, readPicture),
  phoneNumber: () => optional(input.phoneNumber, readPhoneNumber),
  organizationId: () => optional(input.organizationId, (id) => readId('organizationId', id)),
  groupId: () => optional(input.defaultGroupId, (id) => readId('defaultGroupId', id)),
});

/** Readers of the texts and ids of changes to a user. */
export function changeReaders(input: UpdateUser) {
  const { name, username, givenName, familyName, picture, phoneNumber, organizationId } = input;
  return {
    ...(typeof name === 'string' && { name: () => readName('name')(name) }),
    ...(username !== undefined && { username: () => optional(username, readUsername) }),
    ...(givenName !== undefined && { givenName: () => optional(givenName, readName('givenName')) }),
    ...(familyName !== undefined && { familyName: () => optional(familyName, readName('familyName')) }),
    ...(picture !== undefined && { picture: () => optional(picture, readPicture) }),
    ...(phoneNumber !== undefined && { phoneNumber: () => optional(phoneNumber, readPhoneNumber) }),
    ...(organizationId !== undefined && {
      organizationId: () => optional(organizationId, (id) => readId('organizationId', id)),
    }),
  };
}

/** Checks changes to a user. Throws `invalid` with all faults, or if there are no changes. */
export function readChanges(input: UpdateUser): UserChanges {
  const changes: UserChanges = {
    ...readAll(changeReaders(input)),
    ...(typeof input.emailVerified === 'boolean' && { emailVerified: input.emailVerified }),
    ...(typeof input.isActive === 'boolean' && { isActive: input.isActive }),
    ...(input.role && { role: input.role }),
  };
  if (Object.keys(changes).length === 0 && !input.attributes?.length) throw fault('input', 'no_changes');
  return changes;
}

/** The name of a user without one: given and family name, else the username, else the part before the @. */
function displayName(
  email: string,
  username: string | null,
  givenName: string | null,
  familyName: string | null,
): string {
  const full = [givenName, familyName].filter((part) => part !== null).join(' ');
  // Cut between characters: half a surrogate pair could not be stored.
  return [...(full || username || email.slice(0, email.indexOf('@')))].slice(0, NAME_MAX).join('');
}

const optional = <T>(value: Maybe<string>, read: (value: string) => T): T | null =>
  value?.trim() ? read(value) : null;

const readName =
  (field: string) =>
  (value: string): string =>
    readLine(field, value, { max: NAME_MAX });

// No @, so a username cannot look like an address.
export const USERNAME_PATTERN = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}._+\-]*`;
const USERNAME = new RegExp(`^${USERNAME_PATTERN}$`, 'v');

function readUsername(value: string): string {
  const username = readLine('username', value, { max: USERNAME_MAX });
  if (!USERNAME.test(username)) throw fault('username', 'username');
  return username;
}

export const PHONE_PATTERN = String.raw`\+?[\d \(\).\/\-]+`;
const PHONE = new RegExp(`^${PHONE_PATTERN}$`, 'v');

function readPhoneNumber(value: string): string {
  const number = readLine('phoneNumber', value, { max: PHONE_MAX });
  const digits = number.replaceAll(/\D/g, '').length;
  // E.164 allows fifteen digits. How they are grouped is not checked.
  if (!PHONE.test(number) || digits < 5 || digits > 15) throw fault('phoneNumber', 'phone_number');
  return number;
}

const readPicture = (value: string): string => readWebAddress('picture', value);

/** An absolute http or https address without credentials, as it was given. `invalid` for anything else. */
export function readWebAddress(field: string, value: string): string {
  const address = readLine(field, value, { max: PICTURE_MAX });
  const url = /^https?:\/\/[^\s\\]+$/i.test(address) ? URL.parse(address) : null;
  if (!url || url.username || url.password) throw fault(field, 'web_address');
  return address;
}

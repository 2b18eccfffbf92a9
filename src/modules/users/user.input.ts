import type { Role } from '../../kernel/access.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { readLine } from '../../kernel/text.ts';
import { emailKey, readEmail } from './user.email.ts';

export const NAME_MAX = 255;
export const USERNAME_MAX = 64;
export const PICTURE_MAX = 2048;
export const PHONE_MAX = 32;

type Maybe<T> = T | null | undefined;

/** A user to be made. Null and blank texts mean the same as leaving them out. */
export interface CreateUser {
  readonly email: string;
  readonly username?: Maybe<string>;
  /** Made of the other names, or the address, when left out. */
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
}

/** What is to change of a user; undefined stays. Null or a blank text clears what may be absent. */
export type UpdateUser = Partial<Omit<CreateUser, 'email' | 'defaultGroupId'>>;

/** A user to be made, checked; the keys are what the insert reads. */
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
}

/** What of a user changes, checked; a key that is not there stays. */
export type UserChanges = Partial<Omit<NewUser, 'email' | 'emailKey' | 'groupId'>>;

/** Checks a user to be made; `invalid` names the first field at fault. */
export function readNewUser(input: CreateUser): NewUser {
  const email = readEmail('email', input.email);
  const username = optional(input.username, readUsername);
  const givenName = optional(input.givenName, readName('givenName'));
  const familyName = optional(input.familyName, readName('familyName'));
  return {
    email,
    emailKey: emailKey(email),
    emailVerified: input.emailVerified ?? false,
    username,
    name: optional(input.name, readName('name')) ?? displayName(email, username, givenName, familyName),
    givenName,
    familyName,
    picture: optional(input.picture, readPicture),
    phoneNumber: optional(input.phoneNumber, readPhoneNumber),
    role: input.role ?? 'member',
    isActive: input.isActive ?? true,
    organizationId: optional(input.organizationId, (id) => readId('organizationId', id)),
    groupId: optional(input.defaultGroupId, (id) => readId('defaultGroupId', id)),
  };
}

/** Checks what is to change; `invalid` names the first field at fault, or says that nothing is to change. */
export function readChanges(input: UpdateUser): UserChanges {
  const changes: UserChanges = {
    ...(typeof input.name === 'string' && { name: readName('name')(input.name) }),
    ...(input.username !== undefined && { username: optional(input.username, readUsername) }),
    ...(input.givenName !== undefined && { givenName: optional(input.givenName, readName('givenName')) }),
    ...(input.familyName !== undefined && { familyName: optional(input.familyName, readName('familyName')) }),
    ...(input.picture !== undefined && { picture: optional(input.picture, readPicture) }),
    ...(input.phoneNumber !== undefined && { phoneNumber: optional(input.phoneNumber, readPhoneNumber) }),
    ...(typeof input.emailVerified === 'boolean' && { emailVerified: input.emailVerified }),
    ...(typeof input.isActive === 'boolean' && { isActive: input.isActive }),
    ...(input.role && { role: input.role }),
    ...(input.organizationId !== undefined && {
      organizationId: optional(input.organizationId, (id) => readId('organizationId', id)),
    }),
  };
  if (Object.keys(changes).length === 0) throw invalid('input', 'Nothing to change is given.');
  return changes;
}

/** The name shown for a user who has given none: given and family name, else the username, else what is before the @. */
function displayName(
  email: string,
  username: string | null,
  givenName: string | null,
  familyName: string | null,
): string {
  const full = [givenName, familyName].filter((part) => part !== null).join(' ');
  // Cut between characters: half of one could not be stored.
  return [...(full || username || email.slice(0, email.indexOf('@')))].slice(0, NAME_MAX).join('');
}

const optional = <T>(value: Maybe<string>, read: (value: string) => T): T | null =>
  value?.trim() ? read(value) : null;

const readName =
  (field: string) =>
  (value: string): string =>
    readLine(field, value, { max: NAME_MAX });

// No @, so that a username is never taken for an address.
const USERNAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._+-]*$/u;

function readUsername(value: string): string {
  const username = readLine('username', value, { max: USERNAME_MAX });
  if (!USERNAME.test(username))
    throw invalid('username', 'username may hold letters, digits and . _ + - and begins with a letter or digit.');
  return username;
}

function readPhoneNumber(value: string): string {
  const number = readLine('phoneNumber', value, { max: PHONE_MAX });
  const digits = number.replaceAll(/\D/g, '').length;
  // E.164 allows fifteen digits; how they are grouped is a matter of taste.
  if (!/^\+?[\d ()./-]+$/.test(number) || digits < 5 || digits > 15)
    throw invalid('phoneNumber', 'phoneNumber is not a phone number.');
  return number;
}

const readPicture = (value: string): string => readWebAddress('picture', value);

/** An absolute http(s) address without credentials, as it was given; else `invalid`. */
export function readWebAddress(field: string, value: string): string {
  const address = readLine(field, value, { max: PICTURE_MAX });
  const url = /^https?:\/\/[^\s\\]+$/i.test(address) ? URL.parse(address) : null;
  if (!url || url.username || url.password) throw invalid(field, `${field} must be an absolute http or https address.`);
  return address;
}

/** The outcome of reading one item of a list: what it says, or why it cannot be. */
export function attempt<T>(read: () => T): T | AppError {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof AppError) return fault;
    throw fault;
  }
}

import type { Administration, Role } from '../../ground/kernel/access.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { readId } from '../../ground/kernel/ids.ts';
import { readAll } from '../../ground/kernel/input.ts';
import { readLine } from '../../ground/kernel/text.ts';
import type { GivenAttributes } from '../attributes/index.ts';
import { emailKey, readEmail } from './user-email.ts';
import {
  NAME_MAX,
  PHONE_MAX,
  PHONE_PATTERN,
  PICTURE_MAX,
  TEXT_FIELDS,
  USER_FIELDS,
  USERNAME_MAX,
  USERNAME_PATTERN,
  type TextField,
  type TextRule,
} from './user.fields.ts';

type Maybe<T> = T | null | undefined;

/** The texts of a user. A missing name is made of the other names, or of the address. */
type GivenTexts = { readonly [Field in TextField]?: Maybe<string> };
type Texts = { readonly [Field in TextField]: Field extends 'name' ? string : string | null };

/** A user to create. Null and blank texts count as left out. */
export interface CreateUser extends GivenTexts {
  readonly email: string;
  readonly role?: Maybe<Role>;
  /** What they administer without being an administrator. Null in changes takes it away. */
  readonly administration?: Maybe<Administration>;
  readonly emailVerified?: Maybe<boolean>;
  readonly isActive?: Maybe<boolean>;
  readonly organizationId?: Maybe<string>;
  readonly defaultGroupId?: Maybe<string>;
  readonly attributes?: GivenAttributes;
}

/** Changes to a user. Undefined changes nothing. Null or a blank text clears what is optional. */
export type UpdateUser = Partial<Omit<CreateUser, 'email' | 'defaultGroupId'>>;

/** A user to create, checked. */
export interface NewUser extends Texts {
  readonly email: string;
  readonly emailKey: string;
  readonly emailVerified: boolean;
  readonly role: Role;
  readonly administration: Administration | null;
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
  const user = readAll(newUserReaders(input));
  return {
    ...user,
    emailKey: emailKey(user.email),
    emailVerified: input.emailVerified ?? USER_DEFAULTS.emailVerified,
    name: user.name ?? displayName(user),
    role: input.role ?? USER_DEFAULTS.role,
    administration: input.administration ?? null,
    isActive: input.isActive ?? USER_DEFAULTS.isActive,
    attributes: input.attributes,
  };
}

/** Readers of a user to create. */
export const newUserReaders = (input: CreateUser) => ({
  email: () => readEmail('email', input.email),
  ...textReaders(input, TEXT_FIELDS),
  organizationId: () => optional(input.organizationId, (id) => readId('organizationId', id)),
  groupId: () => optional(input.defaultGroupId, (id) => readId('defaultGroupId', id)),
});

/** Readers of the texts and ids of changes to a user. */
export function changeReaders({ name, organizationId, ...input }: UpdateUser) {
  const given = TEXT_FIELDS.filter(
    (field): field is Exclude<TextField, 'name'> => input[field as 'username'] !== undefined,
  );
  return {
    // Everybody has a name.
    ...(typeof name === 'string' && { name: () => readText('name', name) }),
    ...(textReaders(input, given) as Partial<ReturnType<typeof textReaders<Exclude<TextField, 'name'>>>>),
    ...(organizationId !== undefined && {
      organizationId: () => optional(organizationId, (id) => readId('organizationId', id)),
    }),
  };
}

const textReaders = <Field extends TextField>(input: GivenTexts, fields: readonly Field[]) =>
  Object.fromEntries(
    fields.map((field) => [field, () => optional(input[field], (value) => readText(field, value))]),
  ) as Record<Field, () => string | null>;

/** Checks changes to a user. Throws `invalid` with all faults, or if there are no changes. */
export function readChanges(input: UpdateUser): UserChanges {
  const changes: UserChanges = {
    ...readAll(changeReaders(input)),
    ...(typeof input.emailVerified === 'boolean' && { emailVerified: input.emailVerified }),
    ...(typeof input.isActive === 'boolean' && { isActive: input.isActive }),
    ...(input.role && { role: input.role }),
    ...(input.administration !== undefined && { administration: input.administration }),
  };
  if (Object.keys(changes).length === 0 && !input.attributes?.length) throw fault('input', 'no_changes');
  return changes;
}

/** The name of a user without one: given and family name, else the username, else the part before the @. */
function displayName({ email, username, givenName, familyName }: Pick<CreateUser, 'email' | TextField>): string {
  const full = [givenName, familyName].filter((part) => part !== null).join(' ');
  // Cut between characters: half a surrogate pair could not be stored.
  return [...(full || username || email.slice(0, email.indexOf('@')))].slice(0, NAME_MAX).join('');
}

const optional = <T>(value: Maybe<string>, read: (value: string) => T): T | null =>
  value?.trim() ? read(value) : null;

const READERS: Readonly<Record<TextRule, (field: string, value: string) => string>> = {
  name: (field, value) => readLine(field, value, { max: NAME_MAX }),
  username: readUsername,
  webAddress: readWebAddress,
  phoneNumber: readPhoneNumber,
};

const readText = (field: TextField, value: string): string => READERS[USER_FIELDS[field].text](field, value);

const USERNAME = new RegExp(`^${USERNAME_PATTERN}$`, 'v');

function readUsername(field: string, value: string): string {
  const username = readLine(field, value, { max: USERNAME_MAX });
  if (!USERNAME.test(username)) throw fault(field, 'username');
  return username;
}

const PHONE = new RegExp(`^${PHONE_PATTERN}$`, 'v');

function readPhoneNumber(field: string, value: string): string {
  const number = readLine(field, value, { max: PHONE_MAX });
  const digits = number.replaceAll(/\D/g, '').length;
  // E.164 allows fifteen digits. How they are grouped is not checked.
  if (!PHONE.test(number) || digits < 5 || digits > 15) throw fault(field, 'phone_number');
  return number;
}

/** An absolute http or https address without credentials, as it was given. `invalid` for anything else. */
export function readWebAddress(field: string, value: string): string {
  const address = readLine(field, value, { max: PICTURE_MAX });
  const url = /^https?:\/\/[^\s\\]+$/i.test(address) ? URL.parse(address) : null;
  if (!url || url.username || url.password) throw fault(field, 'web_address');
  return address;
}

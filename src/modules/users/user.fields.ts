import type { UserScope } from '../../ground/kernel/access.ts';
import type { Columns } from '../../ground/kernel/entity.ts';
import type { User } from './user.entity.ts';

export const NAME_MAX = 255;
export const USERNAME_MAX = 64;
export const PICTURE_MAX = 2048;
export const PHONE_MAX = 32;

// No @, so a username cannot look like an address.
export const USERNAME_PATTERN = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}._+\-]*`;
export const PHONE_PATTERN = String.raw`\+?[\d \(\).\/\-]+`;

/** The rules of texts that callers give. `user.input.ts` reads each. */
export const TEXT_RULES = {
  name: { maxLength: NAME_MAX },
  username: { maxLength: USERNAME_MAX, pattern: USERNAME_PATTERN },
  webAddress: { maxLength: PICTURE_MAX, format: 'web_address' },
  phoneNumber: { maxLength: PHONE_MAX, pattern: PHONE_PATTERN, format: 'phone' },
} as const;
export type TextRule = keyof typeof TEXT_RULES;

/** A field of users, and where it is. What a row leaves out is not so. */
export interface UserFieldRow {
  /** What it is, in a sentence. */
  readonly description: string;
  /** What the type `User` says instead. */
  readonly shown?: string;
  /** What inputs say instead. By default what the type says, and how long it may be. */
  readonly given?: string;
  /** How it is read: a text that callers give. */
  readonly text?: TextRule;
  /** Who may change it, `owner` being users themselves. `server`: it follows from other changes. */
  readonly changedBy?: 'owner' | 'administrators' | 'server';
  /** Whether users who sign up may give it. */
  readonly atSignUp?: true;
  /** Whether other members of the customer do not see it, nor does the audit trail show its values. */
  readonly isPrivate?: true;
  /** Whether exports have it. */
  readonly isExported?: true;
  /** What columns of files are called that are imported as this, the best name first: small letters and digits. */
  readonly importedAs?: readonly string[];
  /** The claim that applications get, and the scope that holds it. Of something without a value, nothing is told. */
  readonly claim?: { readonly scope: UserScope; readonly name: string; readonly of?: keyof Columns<User> };
  /** Whether lists are filtered by it, and by what key. Texts are compared in any case. */
  readonly filter?: { readonly letters?: 'folded'; readonly isIndexed?: false };
  /** Whether lists are ordered by it, in a sentence. An index has the order. */
  readonly order?: string;
}

/**
 * The fields of users, in the order of the columns of exports. Everything that lists them takes them from here: inputs, claims,
 * imports, exports, filters, pages and who may change and see what.
 */
export const USER_FIELDS = {
  id: { description: 'The user’s id.', isExported: true },
  email: {
    description: 'The address.',
    atSignUp: true,
    isExported: true,
    importedAs: ['email', 'emailaddress', 'mail', 'primaryemail', 'useremail', 'userprincipalname'],
    claim: { scope: 'email', name: 'email' },
    order: 'The address, without accents.',
  },
  emailVerified: {
    description: 'Whether the address is verified.',
    changedBy: 'administrators',
    isExported: true,
    importedAs: ['emailverified', 'isemailverified', 'emailconfirmed'],
    claim: { scope: 'email', name: 'email_verified' },
    filter: {},
  },
  username: {
    description: 'The short name.',
    shown: 'A short name, unique within the customer, in any case. Applications get it as `preferred_username`.',
    given: `A short name, unique within the customer: at most ${USERNAME_MAX} letters, digits and . _ + -.`,
    text: 'username',
    changedBy: 'owner',
    atSignUp: true,
    isExported: true,
    importedAs: ['username', 'preferredusername', 'login', 'userlogin', 'cognitousername', 'samaccountname'],
    claim: { scope: 'profile', name: 'preferred_username' },
    filter: {},
  },
  name: {
    description: 'The full name.',
    shown: 'The full name, as displayed.',
    text: 'name',
    changedBy: 'owner',
    atSignUp: true,
    isExported: true,
    importedAs: ['name', 'displayname', 'fullname'],
    claim: { scope: 'profile', name: 'name' },
    filter: { letters: 'folded' },
    order: 'The full name, in any case and without accents.',
  },
  givenName: {
    description: 'The given (first) name.',
    text: 'name',
    changedBy: 'owner',
    atSignUp: true,
    isExported: true,
    importedAs: ['givenname', 'firstname', 'forename'],
    claim: { scope: 'profile', name: 'given_name' },
    filter: { letters: 'folded', isIndexed: false },
  },
  familyName: {
    description: 'The family (last) name.',
    text: 'name',
    changedBy: 'owner',
    atSignUp: true,
    isExported: true,
    importedAs: ['familyname', 'lastname', 'surname', 'sn'],
    claim: { scope: 'profile', name: 'family_name' },
    filter: { letters: 'folded', isIndexed: false },
  },
  picture: {
    description: 'The address of a picture.',
    given: `An absolute http or https address of at most ${PICTURE_MAX} characters.`,
    text: 'webAddress',
    changedBy: 'owner',
    isExported: true,
    importedAs: ['picture', 'photourl', 'avatarurl'],
    claim: { scope: 'profile', name: 'picture' },
  },
  phoneNumber: {
    description: 'The phone number.',
    shown: 'A phone number.',
    given: `A phone number of at most ${PHONE_MAX} characters and fifteen digits.`,
    text: 'phoneNumber',
    changedBy: 'owner',
    atSignUp: true,
    isPrivate: true,
    isExported: true,
    importedAs: ['phonenumber', 'phone', 'mobilephone', 'primaryphone', 'telephonenumber'],
    claim: { scope: 'phone', name: 'phone_number' },
    filter: { isIndexed: false },
  },
  phoneVerified: {
    description: 'Whether the phone number is verified.',
    changedBy: 'server',
    isPrivate: true,
    isExported: true,
    claim: { scope: 'phone', name: 'phone_number_verified', of: 'phoneNumber' },
  },
  role: {
    description: 'The user’s role within the customer.',
    changedBy: 'administrators',
    isExported: true,
    importedAs: ['role'],
  },
  administration: {
    description: 'What the user administers without being an administrator.',
    changedBy: 'administrators',
    isExported: true,
    importedAs: ['administration'],
  },
  isActive: {
    description: 'False for users who cannot sign in.',
    changedBy: 'administrators',
    isExported: true,
    filter: {},
    importedAs: [
      'isactive',
      'active',
      'enabled',
      'isenabled',
      'accountenabled',
      'status',
      'userstatus',
      'accountstatus',
    ],
  },
  organizationId: {
    description: 'The organization that the user belongs to.',
    changedBy: 'administrators',
    isExported: true,
  },
  mfaEnabled: { description: 'Whether the user has set up a second factor.', isPrivate: true },
  termsAcceptedAt: {
    description: 'When the user accepted the terms of the customer at sign-up.',
    isPrivate: true,
  },
  lastLoginAt: {
    description: 'When the user last signed in.',
    isPrivate: true,
    isExported: true,
    filter: {},
    order: 'When the user last signed in.',
  },
  loginCount: { description: 'How often the user has signed in.', isPrivate: true, isExported: true },
  createdAt: {
    description: 'When the user was created.',
    isExported: true,
    filter: {},
    order: 'When the user was created.',
  },
  updatedAt: {
    description: 'When the user last changed.',
    changedBy: 'server',
    isExported: true,
    claim: { scope: 'profile', name: 'updated_at' },
    filter: {},
    order: 'When the user last changed.',
  },
} as const satisfies Partial<Record<keyof Columns<User>, UserFieldRow>>;

type Fields = typeof USER_FIELDS;
/** The names of fields whose rows have one of these values under the key, or any value. */
type Having<Key extends keyof UserFieldRow, Value = unknown> = {
  [Field in keyof Fields]: Fields[Field] extends Readonly<Record<Key, Value>> ? Field : never;
}[keyof Fields];

/** The fields whose rows have one of these values under the key, or any value if none is given, in the order of the table. */
export const fieldsHaving = <Key extends keyof UserFieldRow, const Value extends UserFieldRow[Key] = UserFieldRow[Key]>(
  key: Key,
  ...values: readonly Value[]
): readonly Having<Key, Value>[] =>
  Object.entries<UserFieldRow>(USER_FIELDS)
    .filter(([, { [key]: value }]) => (values.length > 0 ? values.includes(value as Value) : value !== undefined))
    .map(([field]) => field as Having<Key, Value>);

/** The texts of a user that callers give. */
export const TEXT_FIELDS = fieldsHaving('text');
export type TextField = (typeof TEXT_FIELDS)[number];

/** The claims of every user (OpenID Connect Core §5.4), with the fields that they tell. The others are attributes. */
export const USER_CLAIMS = fieldsHaving('claim').map((field) => ({ field, of: field, ...USER_FIELDS[field].claim }));
/** The name of one of them. */
export type UserClaim = (typeof USER_CLAIMS)[number]['name'];

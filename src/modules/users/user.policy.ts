import {
  administers,
  administersAccount,
  isSelf,
  isSelfOrAdministers,
  permit,
  type Permit,
  type SignedIn,
  type Viewer,
} from '../../kernel/access.ts';
import { errorOf } from '../../kernel/errors.ts';
import type { User } from './user.entity.ts';
import type { UserChanges } from './user.input.ts';

export type UserRead = Permit<'user:read'>;
export type UserCreate = Permit<'user:create'>;
export type UserUpdate = Permit<'user:update'>;
export type UserDelete = Permit<'user:delete'>;

/** What users may change of themselves; everything else of a user is for those who manage users. */
const OWN: ReadonlySet<string> = new Set<keyof UserChanges>([
  'name',
  'username',
  'givenName',
  'familyName',
  'picture',
  'phoneNumber',
]);

const ownOnly = (changes: UserChanges): boolean => Object.keys(changes).every((field) => OWN.has(field));

/** What takes `admin`: more rights than one holds, and the word of an owner of an address who was never asked. */
const scopeFor = ({ role, emailVerified }: UserChanges): 'write' | 'admin' =>
  role !== undefined || emailVerified === true ? 'admin' : 'write';

const mayChange = (viewer: SignedIn, userId: string, changes: UserChanges): boolean =>
  administers(viewer, scopeFor(changes)) || (isSelf(viewer, userId) && ownOnly(changes));

/** Who may do what to users: administrators everything, members only themselves. */
export const userPolicy = {
  /** Every user of the customer. */
  read: (viewer: Viewer): UserRead => permit('user:read', viewer, (known) => administers(known, 'read')),
  /** This one user, whether or not there is one. */
  view: (viewer: Viewer, userId: string): UserRead =>
    permit('user:read', viewer, (known) => isSelfOrAdministers(known, userId, 'read')),
  /** A user of this kind; what every user is made with takes no more than `write`. */
  create: (viewer: Viewer, { role, emailVerified }: Pick<UserChanges, 'role' | 'emailVerified'>): UserCreate => {
    if (viewer.kind === 'anonymous') throw errorOf('SIGNUP_DISABLED');
    const given = { ...(role === 'admin' && { role }), ...(emailVerified && { emailVerified }) };
    return permit('user:create', viewer, (known) => administers(known, scopeFor(given)));
  },
  update: (viewer: Viewer, userId: string, changes: UserChanges): UserUpdate =>
    permit('user:update', viewer, (known) => mayChange(known, userId, changes)),
  disable: (viewer: Viewer): UserUpdate => permit('user:update', viewer, (known) => administers(known, 'write')),
  delete: (viewer: Viewer): UserDelete => permit('user:delete', viewer, (known) => administers(known, 'admin')),
  /** Whether the viewer may do such things to an administrator, too. */
  reachesAdministrators: (viewer: Viewer): boolean => administersAccount(viewer, 'write', 'admin'),
};

/** A user as a viewer sees them: null stands for what is none of their business. */
export type UserView = Omit<User, 'phoneVerified' | 'loginCount'> & {
  readonly phoneVerified: boolean | null;
  readonly loginCount: number | null;
};

/** Whether the viewer sees all of a user, not only what members of a customer see of each other. */
export const seesAll = (viewer: Viewer, userId: string): boolean => isSelfOrAdministers(viewer, userId, 'read');

/** The user without phone number and logins, unless the viewer sees all of them. */
export const seenBy = (viewer: Viewer, user: User): UserView =>
  seesAll(viewer, user.id)
    ? user
    : { ...user, phoneNumber: null, phoneVerified: null, lastLogin: null, loginCount: null };

import { permit, type Permit, type SignedIn, type Viewer } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';
import type { UserChanges } from './user.input.ts';
import type { UserRow } from './user.sql.ts';

export type UserRead = Permit<'user:read'>;
export type UserCreate = Permit<'user:create'>;
export type UserUpdate = Permit<'user:update'>;
export type UserDelete = Permit<'user:delete'>;

const administers = (viewer: SignedIn): boolean =>
  viewer.kind === 'system' || (viewer.kind === 'user' && viewer.role === 'admin');

const holds = (viewer: SignedIn, scope: 'read' | 'write' | 'admin'): boolean =>
  viewer.kind === 'client' && viewer.scopes.has(scope);

const isSelf = (viewer: SignedIn, userId: string): boolean => viewer.kind === 'user' && viewer.userId === userId;

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

// Nobody makes somebody more than they are themselves, so roles are for administrators and what equals them.
const mayAssign = (viewer: SignedIn, role: UserChanges['role']): boolean =>
  role === undefined || role === 'member' || administers(viewer) || holds(viewer, 'admin');

/** Who may do what to users: administrators everything, members only themselves. */
export const userPolicy = {
  /** Every user of the customer. */
  read: (viewer: Viewer): UserRead =>
    permit('user:read', viewer, (known) => holds(known, 'read') || administers(known)),
  /** This one user, whether or not there is one. */
  view: (viewer: Viewer, userId: string): UserRead =>
    permit('user:read', viewer, (known) => holds(known, 'read') || administers(known) || isSelf(known, userId)),
  create: (viewer: Viewer, role: UserChanges['role']): UserCreate => {
    if (viewer.kind === 'anonymous') throw new AppError('forbidden', 'SIGNUP_DISABLED', 'Signing up is not enabled.');
    return permit(
      'user:create',
      viewer,
      (known) => (holds(known, 'write') || administers(known)) && mayAssign(known, role),
    );
  },
  update: (viewer: Viewer, userId: string, changes: UserChanges): UserUpdate =>
    permit('user:update', viewer, (known) => {
      if (administers(known)) return true;
      if (holds(known, 'write')) return changes.role === undefined || holds(known, 'admin');
      return isSelf(known, userId) && ownOnly(changes);
    }),
  disable: (viewer: Viewer): UserUpdate =>
    permit('user:update', viewer, (known) => holds(known, 'write') || administers(known)),
  delete: (viewer: Viewer): UserDelete =>
    permit('user:delete', viewer, (known) => holds(known, 'admin') || administers(known)),
};

/** A user as a viewer sees them: null stands for what is none of their business. */
export type UserView = Omit<UserRow, 'phoneVerified' | 'loginCount'> & {
  readonly phoneVerified: boolean | null;
  readonly loginCount: number | null;
};

/** Whether the viewer sees all of a user, not only what members of a customer see of each other. */
export const seesAll = (viewer: Viewer, userId: string): boolean =>
  viewer.kind !== 'anonymous' && (holds(viewer, 'read') || administers(viewer) || isSelf(viewer, userId));

/** The user without phone number and logins, unless the viewer sees all of them. */
export const seenBy = (viewer: Viewer, user: UserRow): UserView =>
  seesAll(viewer, user.id)
    ? user
    : { ...user, phoneNumber: null, phoneVerified: null, lastLogin: null, loginCount: null };

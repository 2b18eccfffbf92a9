import {
  administers,
  isPermitted,
  isSelf,
  isSelfOrAdministers,
  isStaff,
  MEMBER,
  permit,
  userOf,
  type Permit,
  type SignedIn,
  type Standing,
  type UserViewer,
  type Viewer,
} from '../../ground/kernel/access.ts';
import { errorOf, kernelErrors } from '../../ground/kernel/errors.ts';
import type { User } from './user.entity.ts';
import { fieldsHaving } from './user.fields.ts';
import type { UserChanges } from './user.input.ts';

export type UserRead = Permit<'user:read'>;
export type UserCreate = Permit<'user:create'>;
export type UserUpdate = Permit<'user:update'>;
export type UserDelete = Permit<'user:delete'>;
export type UserDeleteOwn = Permit<'user:delete-own'> & { readonly viewer: UserViewer };

/** What users may change of themselves. */
const OWN_FIELDS = fieldsHaving('changedBy', 'owner');
const OWN: ReadonlySet<string> = new Set(OWN_FIELDS);

const STRONGEST: UserChanges = {
  role: 'admin',
  administration: 'auditor',
  emailVerified: true,
  isActive: false,
  organizationId: null,
};
/** A change of each field of a user, of those that require most. */
const CHANGES: readonly UserChanges[] = fieldsHaving('changedBy', 'owner', 'administrators').map((field) => ({
  [field]: field in STRONGEST ? STRONGEST[field] : '',
}));

const ownOnly = (changes: UserChanges): boolean => Object.keys(changes).every((field) => OWN.has(field));

/** A role, something to administer, or an address that counts as verified without its owner, requires `admin`. */
const scopeFor = ({ role, administration, emailVerified }: UserChanges): 'write' | 'admin' =>
  role !== undefined || administration !== undefined || emailVerified === true ? 'admin' : 'write';

const mayChange = (viewer: SignedIn, userId: string, changes: UserChanges): boolean =>
  administers(viewer, scopeFor(changes)) || (isSelf(viewer, userId) && ownOnly(changes));

/** What of a user to create requires more than the help desk may. */
type Kind = Pick<UserChanges, 'role' | 'administration' | 'emailVerified' | 'organizationId'>;

/** Who may do what to users: administrators everything, the help desk some things to members, members only to themselves. */
export const userPolicy = {
  /** Every user of the customer. */
  read: (viewer: Viewer): UserRead => permit('user:read', viewer, (known) => administers(known, 'read', 'support')),
  /** This one user, whether or not they exist. */
  view: (viewer: Viewer, userId: string): UserRead =>
    permit('user:read', viewer, (known) => isSelfOrAdministers(known, userId, 'read', 'support')),
  /**
   * A user of this kind. The defaults of role and address require `write` only. The help desk creates members of no organization,
   * because one lends its members rights.
   */
  create: (viewer: Viewer, { role, administration, emailVerified, organizationId }: Kind): UserCreate => {
    if (viewer.kind === 'anonymous') throw errorOf('SIGNUP_DISABLED');
    const given = {
      ...(role === 'admin' && { role }),
      ...(administration && { administration }),
      ...(emailVerified && { emailVerified }),
    };
    const duty = organizationId || Object.keys(given).length > 0 ? 'administration' : 'support';
    return permit('user:create', viewer, (known) => administers(known, scopeFor(given), duty));
  },
  /** `of` is what the user is. Before the user is known, the check is the one for a member. */
  update: (viewer: Viewer, userId: string, changes: UserChanges, of: Standing = MEMBER): UserUpdate => {
    const granted = permit('user:update', viewer, (known) => mayChange(known, userId, changes));
    if (isStaff(of) && !isSelf(viewer, userId) && !userPolicy.reachesAdministrators(viewer))
      throw kernelErrors.INSUFFICIENT_SCOPE({ message: 'Changing an administrator requires the scope admin.' });
    return granted;
  },
  /** Many users at once, with the same changes. */
  changeMany: (viewer: Viewer, changes: UserChanges): UserUpdate =>
    permit('user:update', viewer, (known) => administers(known, scopeFor(changes))),
  delete: (viewer: Viewer): UserDelete => permit('user:delete', viewer, (known) => administers(known, 'admin')),
  /** Users delete themselves if their customer allows it (`selfDeletion`). */
  deleteOwn: (viewer: Viewer, selfDeletion: boolean): UserDeleteOwn => {
    const user = userOf(viewer);
    if (!selfDeletion) throw errorOf('SELF_DELETION_OFF');
    return { ...permit('user:delete-own', user, () => true), viewer: user };
  },
  /** The fields of the user that the viewer may change. */
  changeable: (viewer: Viewer, user: Pick<User, 'id' | 'role' | 'administration'>): string[] => {
    const may = (changes: UserChanges): boolean => isPermitted(() => userPolicy.update(viewer, user.id, changes, user));
    // Which attributes, their definitions say.
    return [...CHANGES.filter(may).flatMap(Object.keys), ...(may({}) ? ['attributes'] : [])];
  },
  /** Whether the viewer may change and disable those who administer, too. */
  reachesAdministrators: (viewer: Viewer): boolean => administers(viewer, 'admin'),
};

/** A user as a viewer sees them. Null stands for what the viewer may not see. */
export type UserView = Omit<User, 'phoneVerified' | 'mfaEnabled' | 'loginCount'> & {
  readonly phoneVerified: boolean | null;
  readonly mfaEnabled: boolean | null;
  readonly loginCount: number | null;
};

/** Whether the viewer sees all of a user. Members of a customer see less of each other. */
export const seesAll = (viewer: Viewer, userId: string): boolean =>
  isSelfOrAdministers(viewer, userId, 'read', 'support');

const PRIVATE_FIELDS = fieldsHaving('isPrivate');
const HIDDEN = Object.fromEntries(PRIVATE_FIELDS.map((field) => [field, null])) as Record<
  (typeof PRIVATE_FIELDS)[number],
  null
>;

/** The user without what is private, unless the viewer sees all of them. */
export const seenBy = (viewer: Viewer, user: User): UserView =>
  seesAll(viewer, user.id) ? user : { ...user, ...HIDDEN };

/** The same of a user who was read for this viewer alone, without a copy, which takes several times as much memory. */
export const shownTo = (viewer: Viewer, user: User): UserView =>
  seesAll(viewer, user.id) ? user : Object.assign(user as UserView, HIDDEN);

import {
  administers,
  isStaff,
  permit,
  requireProof,
  userOf,
  type Permit,
  type UserViewer,
  type Viewer,
} from '../../ground/kernel/access.ts';
import { ownerPolicy } from '../../ground/kernel/owner.policy.ts';
import type { Customer } from '../customers/index.ts';
import type { User } from '../users/index.ts';
import { impersonationErrors } from './errors.ts';

export type ImpersonationStart = Permit<'impersonation:start'>;

/** Who may act as whom, and who may end it. */
export const impersonationPolicy = {
  /** The user in person. */
  own: ownerPolicy('impersonation:end').own,
  /** An administrator with the scope `admin`, who has signed in recently. */
  start: (viewer: Viewer, now: Date): ImpersonationStart & { readonly viewer: UserViewer } => {
    const user = userOf(viewer);
    const granted = permit('impersonation:start', user, (known) => administers(known, 'admin'));
    requireProof(user, now);
    return { ...granted, viewer: user };
  },
  /** The customer allows it to this administrator. */
  allowed: ({ viewer }: { readonly viewer: UserViewer }, { impersonation, impersonatorIds }: Customer): void => {
    const isAllowed =
      impersonation === 'administrators' || (impersonation === 'listed' && impersonatorIds.includes(viewer.userId));
    if (!isAllowed) throw impersonationErrors.IMPERSONATION_OFF();
  },
  /** Only a member who can sign in and administers nothing. An administrator could do more than the viewer's token allows. */
  subject: (user: Pick<User, 'role' | 'administration' | 'isActive'> | null): void => {
    if (!user?.isActive || isStaff(user)) throw impersonationErrors.NOT_TO_IMPERSONATE();
  },
};

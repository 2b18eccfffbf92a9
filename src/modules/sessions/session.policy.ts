import { administers, type Permit, type UserViewer } from '../../ground/kernel/access.ts';
import { ownerPolicy } from '../../ground/kernel/owner.policy.ts';

export type SessionEnd = Permit<'session:end'>;

export const sessionPolicy = {
  ...ownerPolicy('session:end'),
  /** Which sessions of the customer a user may end by id: administrators all, members their own. */
  reach: (viewer: UserViewer): { userId?: string } => (administers(viewer, 'admin') ? {} : { userId: viewer.userId }),
};

import { administers, permit, type Permit, type SignedIn, type Viewer } from '../../ground/kernel/access.ts';
import { ownerPolicy } from '../../ground/kernel/owner.policy.ts';

export type ConsentRevoke = Permit<'consent:revoke'>;

/** Who may read and revoke consents: users their own, administrators everybody's. */
export const consentPolicy = {
  ...ownerPolicy('consent:revoke'),
  revoke: (viewer: Viewer): ConsentRevoke =>
    permit('consent:revoke', viewer, (known) => known.kind === 'user' || administers(known, 'admin')),
  /** Whether the viewer may read everybody's consents. */
  readsAll: (viewer: Viewer): boolean => administers(viewer, 'admin', 'inspection'),
  /** Which consents of the customer the viewer reaches: administrators all, users their own. */
  reach: (viewer: SignedIn): { userId?: string } =>
    viewer.kind === 'user' && !administers(viewer, 'admin') ? { userId: viewer.userId } : {},
};

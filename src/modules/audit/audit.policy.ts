import { administers, permit, userOf, type Permit, type UserViewer, type Viewer } from '../../ground/kernel/access.ts';

/**
 * Who may read the audit trail. It names people and their addresses, so only administrators and auditors may. Users see what happened to
 * them.
 */
export const auditPolicy = {
  read: (viewer: Viewer): Permit<'audit:read'> =>
    permit('audit:read', viewer, (known) => administers(known, 'admin', 'inspection')),
  /** The same as a question. */
  reads: (viewer: Viewer): boolean => viewer.kind !== 'anonymous' && administers(viewer, 'admin', 'inspection'),
  /** The events about the viewer. */
  own: (viewer: Viewer): Permit<'audit:read-own'> & { readonly viewer: UserViewer } => {
    const user = userOf(viewer);
    return { ...permit('audit:read-own', user, () => true), viewer: user };
  },
};

import { administers, permit, type Permit, type Viewer } from '../../kernel/access.ts';

/** Who may read the audit trail. It names people and their addresses, so only administrators may. */
export const auditPolicy = {
  read: (viewer: Viewer): Permit<'audit:read'> => permit('audit:read', viewer, (known) => administers(known, 'admin')),
  /** The same as a question. */
  reads: (viewer: Viewer): boolean => viewer.kind !== 'anonymous' && administers(viewer, 'admin'),
};

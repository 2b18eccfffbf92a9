import { permit, type Permit, type Viewer } from '../../kernel/access.ts';

/** Who may read the trail: administrators, and clients that may do everything. It names people and where they were. */
export const auditPolicy = {
  read: (viewer: Viewer): Permit<'audit:read'> =>
    permit(
      'audit:read',
      viewer,
      (known) =>
        known.kind === 'system' ||
        (known.kind === 'user' && known.role === 'admin') ||
        (known.kind === 'client' && known.scopes.has('admin')),
    ),
};

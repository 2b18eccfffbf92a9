import { administers, permit, type Permit, type Viewer } from '../../kernel/access.ts';

/** Who may read the trail, which names people and where they were. */
export const auditPolicy = {
  read: (viewer: Viewer): Permit<'audit:read'> => permit('audit:read', viewer, (known) => administers(known, 'admin')),
};

import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';
import type { ExportKind } from './export-link.entity.ts';

/** Who may export what: whoever may read all of it. */
export const exportPolicy = {
  read: (viewer: Viewer, kind: ExportKind | null): Permit<'export:read'> =>
    permit('export:read', viewer, (known) =>
      administers(known, kind === 'audit_events' ? 'admin' : 'read', 'inspection'),
    ),
};

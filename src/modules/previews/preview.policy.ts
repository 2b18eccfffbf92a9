import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

/** Who may see what applications get about users: those who administer everything and auditors, because it is much of a person at once. */
export const previewPolicy = {
  read: (viewer: Viewer): Permit<'preview:read'> =>
    permit('preview:read', viewer, (known) => administers(known, 'admin', 'inspection')),
};

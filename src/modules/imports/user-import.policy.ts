import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type ImportRead = Permit<'import:read'>;
export type ImportWrite = Permit<'import:write'>;
export type ImportDelete = Permit<'import:delete'>;

/** Who may import users. Each row needs the rights that the same change needs for one user. */
export const importPolicy = {
  read: (viewer: Viewer): ImportRead => permit('import:read', viewer, (known) => administers(known, 'read')),
  write: (viewer: Viewer): ImportWrite => permit('import:write', viewer, (known) => administers(known, 'write')),
  delete: (viewer: Viewer): ImportDelete => permit('import:delete', viewer, (known) => administers(known, 'admin')),
};

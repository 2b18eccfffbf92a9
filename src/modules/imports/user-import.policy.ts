import { administers, permit, type Permit, type Viewer } from '../../kernel/access.ts';

export type ImportRead = Permit<'import:read'>;
export type ImportWrite = Permit<'import:write'>;

/** Who may import users. What a row may do is decided row by row, as for one user at a time. */
export const importPolicy = {
  read: (viewer: Viewer): ImportRead => permit('import:read', viewer, (known) => administers(known, 'read')),
  write: (viewer: Viewer): ImportWrite => permit('import:write', viewer, (known) => administers(known, 'write')),
};

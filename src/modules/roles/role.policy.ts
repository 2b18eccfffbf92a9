import { administers, isSelfOrAdministers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type RoleRead = Permit<'role:read'>;
export type RoleWrite = Permit<'role:write'>;

/**
 * Who may do what to roles. Administrators read them. To change them, and who has them, takes the scope `admin`, because
 * whoever gives roles gives rights. Users read the roles that they have themselves.
 */
export const rolePolicy = {
  read: (viewer: Viewer): RoleRead => permit('role:read', viewer, (known) => administers(known, 'read')),
  write: (viewer: Viewer): RoleWrite => permit('role:write', viewer, (known) => administers(known, 'admin')),
  /** Whether the viewer may read who has roles. */
  readsAll: (viewer: Viewer): boolean => administers(viewer, 'read'),
  /** Whether the viewer may read which roles this user has. */
  readsOf: (viewer: Viewer, userId: string): boolean => isSelfOrAdministers(viewer, userId, 'read'),
};

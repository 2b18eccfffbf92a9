import { administers, isPermitted, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type ApiRead = Permit<'api:read'>;
export type ApiWrite = Permit<'api:write'>;
export type ApiDelete = Permit<'api:delete'>;

/** Who may do what to APIs and their scopes. Whoever changes them decides what clients and users may do elsewhere. */
export const apiPolicy = {
  read: (viewer: Viewer): ApiRead => permit('api:read', viewer, (known) => administers(known, 'read')),
  /** Whether the viewer may read, for fields that are null otherwise. */
  reads: (viewer: Viewer): boolean => isPermitted(() => apiPolicy.read(viewer)),
  write: (viewer: Viewer): ApiWrite => permit('api:write', viewer, (known) => administers(known, 'admin')),
  delete: (viewer: Viewer): ApiDelete => permit('api:delete', viewer, (known) => administers(known, 'admin')),
};

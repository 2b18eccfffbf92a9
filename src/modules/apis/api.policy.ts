import { administers, isPermitted, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';
import { OWN_API_ID } from '../../ground/kernel/own-api.ts';
import { apiErrors } from './errors.ts';

export type ApiRead = Permit<'api:read'>;
export type ApiWrite = Permit<'api:write'>;
export type ApiDelete = Permit<'api:delete'>;

/**
 * Who may do what to APIs and their scopes. Whoever changes them decides what clients and users may do elsewhere. `id` is that
 * of the API: nobody changes Guildhall itself.
 */
export const apiPolicy = {
  read: (viewer: Viewer): ApiRead => permit('api:read', viewer, (known) => administers(known, 'read')),
  /** Whether the viewer may read, for fields that are null otherwise. */
  reads: (viewer: Viewer): boolean => isPermitted(() => apiPolicy.read(viewer)),
  write: (viewer: Viewer, id?: string): ApiWrite =>
    changing(
      id,
      permit('api:write', viewer, (known) => administers(known, 'admin')),
    ),
  delete: (viewer: Viewer, id?: string): ApiDelete =>
    changing(
      id,
      permit('api:delete', viewer, (known) => administers(known, 'admin')),
    ),
};

/** The permit, unless the API is Guildhall itself. */
function changing<Granted>(id: string | undefined, permitted: Granted): Granted {
  if (id?.toLowerCase() === OWN_API_ID) throw apiErrors.OWN_API();
  return permitted;
}

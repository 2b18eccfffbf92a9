import { administers, isUserOrAdministers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type OrganizationRead = Permit<'organization:read'>;
export type OrganizationWrite = Permit<'organization:write'>;
export type OrganizationDelete = Permit<'organization:delete'>;

/** Who may do what to organizations. Every user of the customer may read them, and administrators may change them. */
export const organizationPolicy = {
  read: (viewer: Viewer): OrganizationRead =>
    permit('organization:read', viewer, (known) => isUserOrAdministers(known, 'read')),
  write: (viewer: Viewer): OrganizationWrite =>
    permit('organization:write', viewer, (known) => administers(known, 'write')),
  delete: (viewer: Viewer): OrganizationDelete =>
    permit('organization:delete', viewer, (known) => administers(known, 'admin')),
};

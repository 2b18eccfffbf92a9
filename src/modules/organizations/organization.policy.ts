import { permit, type Permit, type SignedIn, type Viewer } from '../../kernel/access.ts';

export type OrganizationRead = Permit<'organization:read'>;
export type OrganizationWrite = Permit<'organization:write'>;
export type OrganizationDelete = Permit<'organization:delete'>;

const administers = (viewer: SignedIn): boolean =>
  viewer.kind === 'system' || (viewer.kind === 'user' && viewer.role === 'admin');

const holds = (viewer: SignedIn, scope: 'write' | 'admin'): boolean =>
  viewer.kind === 'client' && viewer.scopes.has(scope);

/** Who may do what to organizations: every user of the customer sees them, administrators change them. */
export const organizationPolicy = {
  read: (viewer: Viewer): OrganizationRead =>
    permit('organization:read', viewer, (known) => known.kind !== 'client' || known.scopes.has('read')),
  write: (viewer: Viewer): OrganizationWrite =>
    permit('organization:write', viewer, (known) => holds(known, 'write') || administers(known)),
  delete: (viewer: Viewer): OrganizationDelete =>
    permit('organization:delete', viewer, (known) => holds(known, 'admin') || administers(known)),
};

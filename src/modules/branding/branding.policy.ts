import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type BrandingWrite = Permit<'branding:write'>;
export type BrandingPreview = Permit<'branding:preview'>;

/** Administrators decide how the pages and mails of their customer look. Callers see no other customer. */
export const brandingPolicy = {
  write: (viewer: Viewer): BrandingWrite => permit('branding:write', viewer, (known) => administers(known, 'admin')),
  preview: (viewer: Viewer): BrandingPreview =>
    permit('branding:preview', viewer, (known) => administers(known, 'read')),
};

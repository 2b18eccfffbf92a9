import { administers, permit, type Permit, type Viewer } from '../../kernel/access.ts';

export type CustomerWrite = Permit<'customer:write'>;

/** Administrators change the settings of their customer. Callers see no other customer. */
export const customerPolicy = {
  write: (viewer: Viewer): CustomerWrite => permit('customer:write', viewer, (known) => administers(known, 'admin')),
};

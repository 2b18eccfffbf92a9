import { administers, permit, type Permit, type Viewer } from '../../kernel/access.ts';

export type AccountCreate = Permit<'account:create'>;

export const accountPolicy = {
  /** Before anything is said of the input; what users may be made is for the users' own policy. */
  create: (viewer: Viewer): AccountCreate => permit('account:create', viewer, (known) => administers(known, 'write')),
};

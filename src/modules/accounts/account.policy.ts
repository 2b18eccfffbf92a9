import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type AccountCreate = Permit<'account:create'>;

export const accountPolicy = {
  /** Checked before the input is read. The policy of `users` decides which users the viewer may create. */
  create: (viewer: Viewer): AccountCreate => permit('account:create', viewer, (known) => administers(known, 'write')),
  /** Whoever chooses the password of an account has the account. */
  importPassword: (viewer: Viewer): Permit<'password:import'> =>
    permit('password:import', viewer, (known) => administers(known, 'admin')),
};

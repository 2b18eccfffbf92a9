import { administers, administersAccount, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type AccountCreate = Permit<'account:create'>;
export type AccountUnlock = Permit<'account:unlock'>;

export const accountPolicy = {
  /** Checked before the input is read. The policy of `users` decides which users the viewer may create. */
  create: (viewer: Viewer): AccountCreate => permit('account:create', viewer, (known) => administers(known, 'write')),
  /** Whoever chooses the password of an account has the account. */
  importPassword: (viewer: Viewer): Permit<'password:import'> =>
    permit('password:import', viewer, (known) => administers(known, 'admin')),
  /** It lets whoever guesses go on, too. `role` is the user's. Before the user is known, the check is the one for a member. */
  unlock: (viewer: Viewer, role = 'member'): AccountUnlock =>
    permit('account:unlock', viewer, (known) => administersAccount(known, 'write', role)),
};

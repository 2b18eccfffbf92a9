import {
  administers,
  administersAccount,
  isSelf,
  MEMBER,
  permit,
  type Permit,
  type Standing,
  type Viewer,
} from '../../ground/kernel/access.ts';

export type AccountCreate = Permit<'account:create'>;
export type TemporaryPasswordSet = Permit<'password:set-temporary'>;
export type AccountUnlock = Permit<'account:unlock'>;

export const accountPolicy = {
  /** Checked before the input is read. The policy of `users` decides which users the viewer may create. */
  create: (viewer: Viewer): AccountCreate =>
    permit('account:create', viewer, (known) => administers(known, 'write', 'support')),
  /** Whoever chooses the password of an account has the account. */
  importPassword: (viewer: Viewer): Permit<'password:import'> =>
    permit('password:import', viewer, (known) => administers(known, 'admin')),
  // Users replace their own with the current one; otherwise a stolen token would be enough.
  setTemporaryPassword: (viewer: Viewer, userId: string): TemporaryPasswordSet =>
    permit('password:set-temporary', viewer, (known) => administers(known, 'admin') && !isSelf(known, userId)),
  /** It lets whoever guesses go on, too. `of` is what the user is. Before the user is known, the check is the one for a member. */
  unlock: (viewer: Viewer, of: Standing = MEMBER): AccountUnlock =>
    permit('account:unlock', viewer, (known) => administersAccount(known, 'write', of)),
};

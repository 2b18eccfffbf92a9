import {
  administers,
  isSelfOrAdministers,
  permit,
  userOf,
  type Permit,
  type UserViewer,
  type Viewer,
} from '../../kernel/access.ts';

export type ConsentRevoke = Permit<'consent:revoke'>;

/** Who sees and takes back what users have allowed clients: users for themselves, administrators for everybody. */
export const consentPolicy = {
  /** The user who asks, for what is about their own consents; a client gives none. */
  own: (viewer: Viewer): ConsentRevoke & { readonly viewer: UserViewer } => {
    const user = userOf(viewer);
    return { ...permit('consent:revoke', user, () => true), viewer: user };
  },
  sees: (viewer: Viewer, userId: string): boolean => isSelfOrAdministers(viewer, userId, 'admin'),
  revokeEverybodys: (viewer: Viewer): ConsentRevoke =>
    permit('consent:revoke', viewer, (known) => administers(known, 'admin')),
};

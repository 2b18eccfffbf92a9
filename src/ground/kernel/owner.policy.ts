import {
  administers,
  isSelfOrAdministers,
  permit,
  userOf,
  type Permit,
  type UserViewer,
  type Viewer,
} from './access.ts';

/** The policy for what belongs to users: a user reads and ends their own, an administrator everybody's, which an auditor reads. */
export const ownerPolicy = <Action extends string>(action: Action) => ({
  /** Permits users to end their own; `forbidden` for clients, which have none. */
  own: (viewer: Viewer): Permit<Action> & { readonly viewer: UserViewer } => {
    const user = userOf(viewer);
    return { ...permit(action, user, () => true), viewer: user };
  },
  /** Permits administrators to end anybody's. */
  anybodys: (viewer: Viewer): Permit<Action> => permit(action, viewer, (known) => administers(known, 'admin')),
  /** Whether the viewer may read what belongs to this user. */
  reads: (viewer: Viewer, userId: string): boolean => isSelfOrAdministers(viewer, userId, 'admin', 'inspection'),
});

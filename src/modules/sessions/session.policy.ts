import {
  administers,
  isSelfOrAdministers,
  permit,
  userOf,
  type Permit,
  type UserViewer,
  type Viewer,
} from '../../kernel/access.ts';

export type SessionEnd = Permit<'session:end'>;

/** Who sees and ends whose sessions: users their own, administrators everybody's. */
export const sessionPolicy = {
  /** The user who asks, for what is about their own sessions; a client has none. */
  own: (viewer: Viewer): SessionEnd & { readonly viewer: UserViewer } => {
    const user = userOf(viewer);
    return { ...permit('session:end', user, () => true), viewer: user };
  },
  sees: (viewer: Viewer, userId: string): boolean => isSelfOrAdministers(viewer, userId, 'admin'),
  endEverybodys: (viewer: Viewer): SessionEnd => permit('session:end', viewer, (known) => administers(known, 'admin')),
};

/** Whose sessions the user who asks may end by id: null for those of every user of the customer. */
export const reach = (viewer: UserViewer): string | null => (administers(viewer, 'admin') ? null : viewer.userId);

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

/** Which of the customer's sessions a user may end by id: administrators every one, members their own. */
export const reach = (viewer: UserViewer): { userId?: string } =>
  administers(viewer, 'admin') ? {} : { userId: viewer.userId };

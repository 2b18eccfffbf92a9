import { permit, userOf, type Permit, type SignedIn, type UserViewer, type Viewer } from '../../kernel/access.ts';

export type SessionEnd = Permit<'session:end'>;

const administers = (viewer: SignedIn): boolean =>
  viewer.kind === 'system' ||
  (viewer.kind === 'user' && viewer.role === 'admin') ||
  (viewer.kind === 'client' && viewer.scopes.has('admin'));

/** Who sees and ends whose sessions: users their own, administrators everybody's. */
export const sessionPolicy = {
  /** The user who asks, for what is about their own sessions; a client has none. */
  own: (viewer: Viewer): SessionEnd & { readonly viewer: UserViewer } => {
    const user = userOf(viewer);
    return { ...permit('session:end', user, () => true), viewer: user };
  },
  sees: (viewer: Viewer, userId: string): boolean =>
    viewer.kind !== 'anonymous' && (administers(viewer) || (viewer.kind === 'user' && viewer.userId === userId)),
  endEverybodys: (viewer: Viewer): SessionEnd => permit('session:end', viewer, administers),
};

/** Whose sessions the user who asks may end by id: null for those of every user of the customer. */
export const reach = (viewer: UserViewer): string | null => (administers(viewer) ? null : viewer.userId);

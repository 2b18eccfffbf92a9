import { permit, SCOPES, signedIn, type Permit, type Scope, type SignedIn, type Viewer } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Client } from './client.entity.ts';

export type ClientRead = Permit<'client:read'>;
export type ClientWrite = Permit<'client:write'>;
export type ClientGrant = Permit<'client:grant'>;
export type ClientDelete = Permit<'client:delete'>;

/** The part of a client that decides what it can do. */
type Means = Pick<Client, 'grantTypes' | 'scopes' | 'requireConsent' | 'resources'>;

/** A right that not everybody may hand to a client; the others are a login's. */
type Power = Scope | 'client_credentials' | 'no consent' | 'resources';

/** What the client can do beyond signing users in with their consent. */
export const powersOf = ({ grantTypes, scopes, requireConsent, resources }: Means): Power[] => [
  ...SCOPES.filter((scope) => scopes.includes(scope)),
  ...(grantTypes.includes('client_credentials') ? (['client_credentials'] as const) : []),
  ...(requireConsent ? [] : (['no consent'] as const)),
  ...(resources.length > 0 ? (['resources'] as const) : []),
];

const administers = (viewer: SignedIn): boolean =>
  viewer.kind === 'system' || (viewer.kind === 'user' && viewer.role === 'admin');

// Client tokens go by their scope; users need none, and what they reach is decided by `owner`.
const allows = (viewer: SignedIn, scope: Scope): boolean => viewer.kind !== 'client' || viewer.scopes.has(scope);

function holds(viewer: SignedIn, power: Power): boolean {
  if (viewer.kind !== 'client') return administers(viewer);
  if (power === 'client_credentials' || power === 'resources') return true;
  // Without consent a client gets every user's data unasked: more than `write` can give.
  return viewer.scopes.has(power === 'no consent' ? 'admin' : power);
}

/** Who may do what to clients. */
export const clientPolicy = {
  read: (viewer: Viewer): ClientRead => permit('client:read', viewer, (known) => allows(known, 'read')),
  write: (viewer: Viewer): ClientWrite => permit('client:write', viewer, (known) => allows(known, 'write')),
  delete: (viewer: Viewer): ClientDelete => permit('client:delete', viewer, (known) => allows(known, 'admin')),

  /** Whose clients the viewer reaches, and makes: a member their own; null for all of the customer's. */
  owner: (viewer: Viewer): string | null => {
    const known = signedIn(viewer);
    return known.kind === 'user' && !administers(known) ? known.userId : null;
  },

  /**
   * Lets the viewer make a client what it is to be, change it or learn its secret: whoever can do any of that can do
   * what the client can, so nobody may where it can do more than they can.
   */
  grant: ({ viewer }: ClientWrite, means: Means): ClientGrant => {
    const beyond = powersOf(means).filter((power) => !holds(viewer, power));
    if (beyond.length > 0)
      throw new AppError(
        'forbidden',
        'BEYOND_OWN_RIGHTS',
        `This takes a right of your own that you lack: ${beyond.join(', ')}.`,
      );
    return permit('client:grant', viewer, () => true);
  },
};

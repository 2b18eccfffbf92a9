import {
  administers,
  isUserOrAdministers,
  permit,
  SCOPES,
  signedIn,
  type Permit,
  type Scope,
  type Viewer,
} from '../../kernel/access.ts';
import type { Settings } from '../../kernel/runtime.ts';
import type { Client } from './client.entity.ts';
import { clientErrors } from './errors.ts';

export type ClientRead = Permit<'client:read'>;
export type ClientWrite = Permit<'client:write'>;
export type ClientGrant = Permit<'client:grant'>;
export type ClientDelete = Permit<'client:delete'>;

/** The part of a client that decides what it can do. */
type Means = Pick<Client, 'grantTypes' | 'scopes' | 'requireConsent' | 'resources'>;

/** A right that not everybody may hand to a client; the others are a login's. */
type Power = Scope | 'client_credentials' | 'administration by users' | 'no consent' | 'resources';

/** What the client can do beyond signing users in with their consent. */
export const powersOf = ({ grantTypes, scopes, requireConsent, resources }: Means): Power[] => [
  ...SCOPES.filter((scope) => scopes.includes(scope)),
  ...(administersInNames({ grantTypes, scopes }) ? (['administration by users'] as const) : []),
  ...(grantTypes.includes('client_credentials') ? (['client_credentials'] as const) : []),
  ...(requireConsent ? [] : (['no consent'] as const)),
  ...(resources.length > 0 ? (['resources'] as const) : []),
];

/** Whether the client can ask administrators to let it administer the customer in their name. */
export const administersInNames = ({ grantTypes, scopes }: Pick<Client, 'grantTypes' | 'scopes'>): boolean =>
  grantTypes.includes('authorization_code') && SCOPES.some((scope) => scopes.includes(scope));

/** What it takes to hand a power on. */
const TAKES: Readonly<Record<Power, Scope>> = {
  read: 'read',
  write: 'write',
  admin: 'admin',
  client_credentials: 'write',
  resources: 'write',
  // An administrator may be behind any login.
  'administration by users': 'admin',
  // Without consent a client gets every user's data unasked.
  'no consent': 'admin',
};

/** Who may do what to clients. Users need no scope for those of their own; `owner` decides what else they reach. */
export const clientPolicy = {
  read: (viewer: Viewer): ClientRead => permit('client:read', viewer, (known) => isUserOrAdministers(known, 'read')),
  write: (viewer: Viewer): ClientWrite =>
    permit('client:write', viewer, (known) => isUserOrAdministers(known, 'write')),
  delete: (viewer: Viewer): ClientDelete =>
    permit('client:delete', viewer, (known) => isUserOrAdministers(known, 'admin')),

  /** Lets users have clients of their own where the operator does; `owner` is one of them, or null. */
  ownClients: (owner: string | null, { ofMembers }: Settings['clients']): void => {
    if (owner !== null && ofMembers === 'off') throw clientErrors.MEMBER_CLIENTS_OFF();
  },

  /** To whom a client belongs that the viewer makes: members make their own; null for the customer's. */
  owner: (viewer: Viewer, scope: Scope): string | null => {
    const known = signedIn(viewer);
    return known.kind === 'user' && !administers(known, scope) ? known.userId : null;
  },

  /** Which of the customer's clients the viewer reaches: members their own, all others every one. */
  reach: (viewer: Viewer, scope: Scope): { ownerId?: string } => {
    const ownerId = clientPolicy.owner(viewer, scope);
    return ownerId === null ? {} : { ownerId };
  },

  /**
   * Lets the viewer make a client what it is to be, change it or learn its secret: whoever can do any of that can do
   * what the client can, so nobody may where it can do more than they can.
   */
  grant: ({ viewer }: ClientWrite, means: Means): ClientGrant => {
    const beyond = powersOf(means).filter((power) => !administers(viewer, TAKES[power]));
    if (beyond.length > 0)
      throw clientErrors.BEYOND_OWN_RIGHTS({
        message: `This takes a right of your own that you lack: ${beyond.join(', ')}.`,
      });
    return permit('client:grant', viewer, () => true);
  },
};

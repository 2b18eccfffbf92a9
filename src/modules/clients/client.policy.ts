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

/** A right that not everybody may give to a client. All other rights are a login's. */
type Power = Scope | 'client_credentials' | 'administration by users' | 'no consent' | 'resources';

/** What the client can do beyond signing users in with their consent. */
export const powersOf = ({ grantTypes, scopes, requireConsent, resources }: Means): Power[] => [
  ...SCOPES.filter((scope) => scopes.includes(scope)),
  ...(administersInNames({ grantTypes, scopes }) ? (['administration by users'] as const) : []),
  ...(grantTypes.includes('client_credentials') ? (['client_credentials'] as const) : []),
  ...(requireConsent ? [] : (['no consent'] as const)),
  ...(resources.length > 0 ? (['resources'] as const) : []),
];

/** Whether the client can ask administrators for consent to administer the customer in their name. */
export const administersInNames = ({ grantTypes, scopes }: Pick<Client, 'grantTypes' | 'scopes'>): boolean =>
  grantTypes.includes('authorization_code') && SCOPES.some((scope) => scopes.includes(scope));

/** The scope that a viewer needs to give a client the power. */
const TAKES: Readonly<Record<Power, Scope>> = {
  read: 'read',
  write: 'write',
  admin: 'admin',
  client_credentials: 'write',
  resources: 'write',
  // Any user who logs in may be an administrator.
  'administration by users': 'admin',
  // Without consent, a client gets every user's data without asking.
  'no consent': 'admin',
};

/** Who may do what to clients. Users need no scope for their own clients. `reach` limits members to those. */
export const clientPolicy = {
  read: (viewer: Viewer): ClientRead => permit('client:read', viewer, (known) => isUserOrAdministers(known, 'read')),
  /** Every client of the customer. */
  readAll: (viewer: Viewer): ClientRead => permit('client:read', viewer, (known) => administers(known, 'read')),
  write: (viewer: Viewer): ClientWrite =>
    permit('client:write', viewer, (known) => isUserOrAdministers(known, 'write')),
  delete: (viewer: Viewer): ClientDelete =>
    permit('client:delete', viewer, (known) => isUserOrAdministers(known, 'admin')),

  /** Refuses a client of a user if the operator does not allow them. `owner` is the user, or null for the customer's. */
  ownClients: (owner: string | null, { ofMembers }: Settings['clients']): void => {
    if (owner !== null && ofMembers === 'off') throw clientErrors.MEMBER_CLIENTS_OFF();
  },

  /** Who owns a client that the viewer creates: the member, or null for the customer. */
  owner: (viewer: Viewer, scope: Scope): string | null => {
    const known = signedIn(viewer);
    return known.kind === 'user' && !administers(known, scope) ? known.userId : null;
  },

  /** A filter of the clients that the viewer reaches: a member's own, or all of the customer. */
  reach: (viewer: Viewer, scope: Scope): { ownerId?: string } => {
    const ownerId = clientPolicy.owner(viewer, scope);
    return ownerId === null ? {} : { ownerId };
  },

  /**
   * Lets the viewer create a client, change it or rotate its secret. Anybody who can do that can do what the client can, so
   * the viewer needs all rights of the client.
   */
  grant: ({ viewer }: ClientWrite, means: Means): ClientGrant => {
    const beyond = powersOf(means).filter((power) => !administers(viewer, TAKES[power]));
    if (beyond.length > 0)
      throw clientErrors.BEYOND_OWN_RIGHTS({
        message: `The client has, or would have, a right that you lack: ${beyond.join(', ')}.`,
      });
    return permit('client:grant', viewer, () => true);
  },
};

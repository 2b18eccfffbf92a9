import {
  administers,
  ALL_SCOPES,
  AUTHZ,
  isPermitted,
  isUserOrAdministers,
  permit,
  requireReach,
  SCOPES,
  signedIn,
  type OwnScope,
  type Permit,
  type Scope,
  type SignedIn,
  type Viewer,
} from '../../ground/kernel/access.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { JWT_BEARER, signsUsersIn, TOKEN_EXCHANGE, type GrantType } from './client-vocabulary.ts';
import type { Client } from './client.entity.ts';
import { clientErrors } from './errors.ts';

export type ClientRead = Permit<'client:read'>;
export type ClientWrite = Permit<'client:write'>;
export type ClientGrant = Permit<'client:grant'>;
export type ClientDelete = Permit<'client:delete'>;

/** The part of a client that decides what it can do. */
type Means = Pick<
  Client,
  'grantTypes' | 'scopes' | 'requireConsent' | 'resources' | 'authorizationDetailsTypes' | 'documents'
> &
  Partial<Pick<Client, 'allowsImpersonation' | 'servedResources'>> & {
    /** Whether it has scopes of the customer's APIs, or roles that can allow some. */
    readonly hasApiScopes?: boolean;
  };

/** A right that not everybody may give to a client. All other rights are a login's. */
type Power =
  | OwnScope
  | 'client_credentials'
  | 'jwt-bearer'
  | 'token-exchange'
  | 'administration by users'
  | 'no consent'
  | 'impersonation'
  | 'resources'
  | 'served resources'
  | 'authorization details'
  | 'API scopes';

/** What the client can do beyond signing users in with their consent. */
export const powersOf = ({
  grantTypes,
  scopes,
  requireConsent,
  resources,
  servedResources = [],
  authorizationDetailsTypes: detailsTypes,
  allowsImpersonation,
  hasApiScopes = false,
}: Omit<Means, 'documents'>): Power[] => [
  ...([...SCOPES, AUTHZ] as const).filter((scope) => scopes.includes(scope)),
  ...(administersInNames({ grantTypes, scopes }) ? (['administration by users'] as const) : []),
  ...(grantTypes.includes('client_credentials') ? (['client_credentials'] as const) : []),
  ...(grantTypes.includes(JWT_BEARER) ? (['jwt-bearer'] as const) : []),
  ...(grantTypes.includes(TOKEN_EXCHANGE) ? (['token-exchange'] as const) : []),
  ...(requireConsent ? [] : (['no consent'] as const)),
  ...(allowsImpersonation ? (['impersonation'] as const) : []),
  ...(resources.length > 0 ? (['resources'] as const) : []),
  ...(servedResources.length > 0 ? (['served resources'] as const) : []),
  ...(detailsTypes.length > 0 ? (['authorization details'] as const) : []),
  ...(hasApiScopes ? (['API scopes'] as const) : []),
];

/** Whether the client can ask administrators for consent to administer the customer in their name. */
export const administersInNames = ({ grantTypes, scopes }: Pick<Client, 'grantTypes' | 'scopes'>): boolean =>
  signsUsersIn(grantTypes) && SCOPES.some((scope) => scopes.includes(scope));

/** The scope that a viewer needs to give a client the power. */
const TAKES: Readonly<Record<Power, Scope>> = {
  read: 'read',
  write: 'write',
  admin: 'admin',
  // Its answers tell no more than what `read` shows.
  authz: 'read',
  client_credentials: 'write',
  'jwt-bearer': 'write',
  'token-exchange': 'write',
  resources: 'write',
  // A server learns who the users are that send it tokens.
  'served resources': 'write',
  'authorization details': 'write',
  // Any user who logs in may be an administrator.
  'administration by users': 'admin',
  impersonation: 'admin',
  // What they open is decided elsewhere, and may be anything.
  'API scopes': 'admin',
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

  /** A new client of the viewer. `grant` decides what it can do. */
  create: (viewer: Viewer, rules: Settings['clients']): ClientWrite => {
    const granted = clientPolicy.write(viewer);
    clientPolicy.ownClients(clientPolicy.owner(viewer, 'write'), rules);
    return granted;
  },
  /** The scopes that the viewer may give a new client that gets tokens in this way. A member's client is only for logins. */
  grantableScopes: (viewer: Viewer, grantType: GrantType, rules: Settings['clients']): string[] => {
    const isMembers = clientPolicy.owner(viewer, 'write') !== null;
    const documents = 'documents' in viewer && viewer.documents ? [...viewer.documents] : null;
    return ALL_SCOPES.filter((scope) => {
      const none = { resources: [], authorizationDetailsTypes: [] };
      const means = { ...none, grantTypes: [grantType], scopes: [scope], requireConsent: true, documents };
      if (isMembers && powersOf(means).length > 0) return false;
      return isPermitted(() => clientPolicy.grant(clientPolicy.create(viewer, rules), means));
    });
  },
  /** A client as it is. A change must be permitted for what it is afterwards, too. */
  change: (viewer: Viewer, client: Means & Pick<Client, 'ownerId'>, rules: Settings['clients']): ClientGrant => {
    const granted = clientPolicy.write(viewer);
    const reached = clientPolicy.reach(viewer, 'write');
    clientPolicy.ownClients(reached.ownerId ?? null, rules);
    requireReach<Pick<Client, 'ownerId'>>(client, reached);
    return clientPolicy.grant(granted, client);
  },
  remove: (viewer: Viewer, client: Client): ClientDelete => {
    const granted = clientPolicy.delete(viewer);
    requireReach<Pick<Client, 'ownerId'>>(client, clientPolicy.reach(viewer, 'admin'));
    return granted;
  },
  /** Many clients at once. A member has too few for that. */
  writeMany: (viewer: Viewer): ClientWrite => permit('client:write', viewer, (known) => administers(known, 'write')),
  deleteMany: (viewer: Viewer): ClientDelete => permit('client:delete', viewer, (known) => administers(known, 'admin')),

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
    const beyond: string[] = powersOf(means).filter((power) => !administers(viewer, TAKES[power]));
    if (!isWithin(means.documents, viewer)) beyond.push('other documents');
    if (beyond.length > 0)
      throw clientErrors.BEYOND_OWN_RIGHTS({
        message: `The client has, or would have, a right that you lack: ${beyond.join(', ')}.`,
      });
    return permit('client:grant', viewer, () => true);
  },
};

/** Whether the limit allows no document that the viewer's own client may not run. */
function isWithin(documents: Client['documents'], viewer: SignedIn): boolean {
  const own = 'documents' in viewer ? viewer.documents : null;
  return own === null || (documents?.every((name) => own.includes(name)) ?? false);
}

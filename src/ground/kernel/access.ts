import type { Request } from 'express';
import { secondsAfter } from './clock.ts';
import { AppError, kernelErrors } from './errors.ts';

/** What a token needs to administer the customer; each includes the ones before it. */
export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes that a client may request of any user. */
export const USER_SCOPES = [
  'openid',
  'profile',
  'email',
  'phone',
  'address',
  'groups',
  'organization',
  'offline_access',
] as const;
export type UserScope = (typeof USER_SCOPES)[number];

/** The scope to ask who may do what, for service accounts alone. No scope to administer includes it, nor does it any. */
export const AUTHZ = 'authz';

/** What a client that acts for itself can have. */
export type OwnScope = Scope | typeof AUTHZ;

/** All scopes: those of users, those to administer, in a client's own name or an administrator's, and `authz`. */
export const ALL_SCOPES = [...USER_SCOPES, ...SCOPES, AUTHZ] as const;

/** Whether the scope is one of this server, and of no customer's API. */
export const isOwnScope = (scope: string): boolean => (ALL_SCOPES as readonly string[]).includes(scope);

/** Every scope that the given ones include, but for those of users: `admin` includes `write`, which includes `read`. */
export function expandScopes(scopes: readonly string[]): ReadonlySet<OwnScope> {
  const highest = Math.max(...scopes.map((scope) => (SCOPES as readonly string[]).indexOf(scope)), -1);
  return new Set<OwnScope>([...SCOPES.slice(0, highest + 1), ...(scopes.includes(AUTHZ) ? ([AUTHZ] as const) : [])]);
}

/** What a user is within the customer. */
export const ROLES = ['member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What a user administers who is no administrator. An auditor reads everything, the help desk helps members. */
export const ADMINISTRATIONS = ['auditor', 'help_desk'] as const;
export type Administration = (typeof ADMINISTRATIONS)[number];

/** What a user is: the role, and what they administer without being an administrator. The role `admin` says it all. */
export interface Standing {
  readonly role: Role;
  /** Null for nothing. */
  readonly administration: Administration | null | undefined;
}

/** Somebody who administers nothing. */
export const MEMBER: Standing = { role: 'member', administration: null };

/** Whether the user administers anything. Such accounts are for administrators alone. */
export const isStaff = ({ role, administration }: Standing): boolean => role === 'admin' || administration != null;

/** The scopes to administer that the user can grant a client, and has in a session of the console. */
export function scopesOf({ role, administration }: Standing): readonly Scope[] {
  if (role === 'admin') return SCOPES;
  return administration ? GRANTED[administration] : [];
}

const GRANTED: Readonly<Record<Administration, readonly Scope[]>> = { auditor: ['read'], help_desk: ['read', 'write'] };

/**
 * A kind of operation. `administration` is for administrators; auditors may do what takes `read`. `inspection` reads what takes
 * more than `read`, which auditors may too. `support` helps members with their accounts, which the help desk may, and
 * auditors as far as it takes `read`.
 */
export type Duty = 'administration' | 'inspection' | 'support';

export interface AnonymousViewer {
  readonly kind: 'anonymous';
}

/** A service account: a client acting for itself. */
export interface ClientViewer {
  readonly kind: 'client';
  readonly customerId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<OwnScope>;
  readonly documents: DocumentLimit;
}

/** A user, through the session and the client they signed in with. */
export interface UserViewer extends Standing {
  readonly kind: 'user';
  readonly customerId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Null on the server’s own pages, which need no client. */
  readonly clientId: string | null;
  /** The administrative scopes that the user granted the client and that the client is still registered for. */
  readonly scopes: ReadonlySet<OwnScope>;
  /** When the user gave the password for this token. A later sign-in in the same session does not count. */
  readonly authTime: Date;
  /** When they proved the second factor for it, if they did. */
  readonly factorAt: Date | null;
  /** The administrator who acts as the user; null or absent for the user in person. */
  readonly impersonatorId?: string | null;
  readonly documents: DocumentLimit;
}

/** The documents that the client's tokens are limited to, by id or name; null for no limit. */
export type DocumentLimit = readonly string[] | null;

/** A GraphQL document of the operator's manifests. Its name is that of its operation. */
export interface NamedDocument {
  readonly id: string;
  readonly name: string | null;
}

/** The server acting for itself: bootstrap and the command line. */
export interface SystemViewer {
  readonly kind: 'system';
  readonly customerId: string;
}

export type SignedIn = ClientViewer | UserViewer | SystemViewer;

/** The caller of a request. */
export type Viewer = AnonymousViewer | SignedIn;

export const anonymous: AnonymousViewer = { kind: 'anonymous' };

/**
 * Whether the viewer may use `scope` on things of other users and of the customer. A user's token needs both the standing and
 * the scope, and only the customer's own clients can be granted the scope. Every policy asks here and nowhere else.
 */
export function administers(viewer: Viewer, scope: Scope, duty: Duty = 'administration'): boolean {
  if (viewer.kind === 'anonymous') return false;
  if (viewer.kind === 'system') return true;
  const needed = viewer.kind === 'client' ? scope : scopeFor(viewer, scope, duty);
  return needed !== null && viewer.scopes.has(needed);
}

/** The scope that the user's token needs for it. Null if no scope is enough. */
function scopeFor({ role, administration }: Standing, scope: Scope, duty: Duty): Scope | null {
  if (role === 'admin') return scope;
  if (administration === 'auditor') return scope === 'read' || duty === 'inspection' ? 'read' : null;
  if (administration === 'help_desk' && duty === 'support') return scope === 'admin' ? 'write' : scope;
  return null;
}

/**
 * The same for changes of a user's account. The account of somebody who administers takes the scope `admin`, and is not for
 * the help desk. `duty` is that for a member's account.
 */
export const administersAccount = (viewer: Viewer, scope: Scope, of: Standing, duty: Duty = 'support'): boolean =>
  isStaff(of) ? administers(viewer, 'admin') : administers(viewer, scope, duty);

/** Whether the viewer is this user. */
export const isSelf = (viewer: Viewer, userId: string): boolean => viewer.kind === 'user' && viewer.userId === userId;

/** Allows this user, whatever the scope of their token, and administrators. */
export const isSelfOrAdministers = (viewer: Viewer, userId: string, scope: Scope, duty?: Duty): boolean =>
  isSelf(viewer, userId) || administers(viewer, scope, duty);

/**
 * Allows every user of the customer, whatever their role and scope, and administrators. An auditor only reads, so that whoever
 * audits has changed nothing of it.
 */
export const isUserOrAdministers = (viewer: Viewer, scope: Scope): boolean =>
  (viewer.kind === 'user' && (scope === 'read' || !isAuditor(viewer))) || administers(viewer, scope);

const isAuditor = ({ role, administration }: Standing): boolean => role !== 'admin' && administration === 'auditor';

/** Whether an administrator acts as the user. The proofs are then the administrator's. */
const isImpersonated = (viewer: Viewer): boolean => viewer.kind === 'user' && viewer.impersonatorId != null;

/** Refuses an administrator who acts as a user. In another's name one reads, and changes nothing. */
export function requireInPerson(viewer: Viewer): void {
  if (isImpersonated(viewer)) throw kernelErrors.IMPERSONATED();
}

/** What an administrator who acts as a user has permits for. */
const READING = /:read(?:-own)?$/;

/** For how many seconds after the last proof a user may do what could take over an account. */
export const PROOF_SECONDS = 600;

/** Whether the user has given the password or the second factor in the last `seconds`, in the session behind the request. */
export function hasProof(viewer: UserViewer, now: Date, seconds: number): boolean {
  const { authTime, factorAt } = viewer;
  const since = secondsAfter(now, -seconds);
  return !isImpersonated(viewer) && (authTime > since || (factorAt !== null && factorAt > since));
}

/**
 * Refuses a user who has not given the password or the second factor recently, in the session behind the request. Every
 * operation that could take over an account calls this, because a token or a session may be stolen.
 */
export function requireProof(viewer: SignedIn, now: Date): void {
  requireInPerson(viewer);
  if (viewer.kind !== 'user' || hasProof(viewer, now, PROOF_SECONDS)) return;
  throw kernelErrors.REAUTHENTICATION_REQUIRED({
    message: `This needs a sign-in no older than ${PROOF_SECONDS / 60} minutes: sign in again, with max_age or prompt=login. In a browser’s session, that is at /login?prompt=login.`,
  });
}

/** Refuses everything but its documents to a client that is limited to some. `document` is null for anything else. */
export function requireDocument(viewer: Viewer, document: NamedDocument | null): void {
  const limit = 'documents' in viewer ? viewer.documents : null;
  if (limit === null || [document?.id, document?.name].some((name) => name != null && limit.includes(name))) return;
  throw kernelErrors.DOCUMENT_NOT_ALLOWED();
}

declare const granted: unique symbol;

/** Proof that a policy allowed an operation, and to whom. Only `permit` creates one, and writes need one. */
export interface Permit<Action extends string> {
  readonly action: Action;
  readonly viewer: SignedIn;
  readonly customerId: string;
  readonly [granted]: true;
}

/** The viewer when signed in; otherwise `unauthenticated`. */
export function signedIn(viewer: Viewer): SignedIn {
  if (viewer.kind === 'anonymous') throw kernelErrors.UNAUTHENTICATED();
  return viewer;
}

/** The viewer when a user; `forbidden` for a client, which has no second factor, no sessions and the like. */
export function userOf(viewer: Viewer): UserViewer {
  const known = signedIn(viewer);
  if (known.kind !== 'user') throw kernelErrors.USER_REQUIRED();
  return known;
}

/** A permit if `allowed`. Otherwise throws `forbidden`: whoever is no administrator lacks the role, everybody else the scope. */
export function permit<Action extends string>(
  action: Action,
  viewer: Viewer,
  allowed: (viewer: SignedIn) => boolean,
): Permit<Action> {
  const known = signedIn(viewer);
  if (!READING.test(action)) requireInPerson(known);
  if (!allowed(known))
    throw known.kind === 'user' && known.role === 'member'
      ? kernelErrors.FORBIDDEN()
      : kernelErrors.INSUFFICIENT_SCOPE();
  return { action, viewer: known, customerId: known.customerId } as Permit<Action>;
}

/** Whether the policies permit what is asked. Throws errors that are no refusals. */
export function isPermitted(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch (fault) {
    return falseIfRefused(fault);
  }
}

/** False for the refusal of a policy. Throws other errors. */
export function falseIfRefused(fault: unknown): false {
  if (fault instanceof AppError && fault.kind === 'forbidden') return false;
  throw fault;
}

/** Refuses an object outside the viewer's reach, which is what a policy adds to the filter of the viewer's objects. */
export function requireReach<On extends object>(object: On, reach: Partial<On>): void {
  const keys = Object.keys(reach) as (keyof On)[];
  if (keys.some((key) => object[key] !== reach[key])) throw kernelErrors.FORBIDDEN();
}

/** Finds the viewer by the Authorization header. Throws `unauthenticated` for an invalid token. */
export type Authenticate = (request: Request) => Promise<Viewer>;

import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import { anonymous, type UserViewer } from '../../ground/kernel/access.ts';
import { RequestContext, type Origin } from '../../ground/kernel/context.ts';
import { foreignKeyViolation } from '../../ground/kernel/database.ts';
import { newId } from '../../ground/kernel/ids.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { digest, newSecretOf } from '../../ground/kernel/secret.ts';
import { audit, auditRow, type AuditEntry } from '../audit/index.ts';
import { notedBefore, Session } from '../sessions/index.ts';
import { Grant } from './grant.entity.ts';
import { insertGrant, type LoginCode, type NewCode } from './grant.hot.sql.ts';
import type { Login } from './redeemed-grant.hot.sql.ts';

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** RFC 9700 and FAPI 2.0 want a code to live for a minute at most. */
const CODE_SECONDS = 60;

/** What a client is granted, and what its code is bound to. */
type Authorization = Omit<NewCode, 'grantId' | 'codeHash' | 'codeEnd'>;

/** The session that grants it. */
export interface GrantingSession {
  readonly customerId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** RFC 8176 names of what the user has proved. */
  readonly amr: readonly string[];
}

/** What a client is granted at the moment of a login. */
export type AuthorizationAtLogin = Omit<LoginCode, 'grantId' | 'codeHash' | 'codeEnd'>;

function newCode<Given extends Authorization>(customerId: string, given: Given, now: Date) {
  const code = newSecretOf(customerId);
  const row = { ...given, grantId: newId(now), codeHash: digest(code), codeEnd: secondsAfter(now, CODE_SECONDS) };
  return { code, row };
}

/** A code that the statement which starts its session issues; `row` is the parameter of `grantWithLogin`. */
export function codeWithLogin(
  customerId: string,
  given: AuthorizationAtLogin,
  now: Date,
): { readonly code: string; readonly row: LoginCode } {
  const { code, row } = newCode(customerId, given, now);
  return { code, row: { ...row, codeHash: `\\x${row.codeHash.toString('hex')}` } };
}

/**
 * Issues a code with its grant, in one statement. It also records the login, if told where the request came from. Returns
 * null if the session has ended since it was read.
 */
export async function issueCode(
  runtime: Runtime,
  session: GrantingSession,
  given: Authorization,
  recordedFrom: Origin | null,
): Promise<string | null> {
  const { db, clock } = runtime;
  const now = clock.now();
  const { customerId, userId, sessionId } = session;
  const { code, row } = newCode(customerId, given, now);
  const event =
    recordedFrom &&
    auditRow(new RequestContext(runtime, anonymous, recordedFrom), continuedLogin(session, given.clientId));
  try {
    const grant = { customerId, userId, sessionId, ...row, now, notedBefore: notedBefore(now) };
    await db.rows(insertGrant, { ...grant, event });
    return code;
  } catch (fault) {
    if (foreignKeyViolation(fault)) return null;
    throw fault;
  }
}

/** The audit event of a login without a login page: single sign-on. */
const continuedLogin = ({ customerId, userId, sessionId, amr }: GrantingSession, clientId: string): AuditEntry => ({
  action: 'login.continued',
  subjectType: 'user',
  subjectId: userId,
  customerId,
  clientId,
  actor: { type: 'user', id: userId },
  details: { amr, clientId, sessionId },
});

/**
 * Creates, in a unit of work, a grant whose code another module has. It also records the login, if asked to. Returns null if
 * the session has ended.
 */
export async function createGrant(
  em: EntityManager,
  ctx: RequestContext,
  session: GrantingSession,
  given: Pick<
    Grant,
    | 'clientId'
    | 'grantType'
    | 'scopes'
    | 'resources'
    | 'claims'
    | 'idTokenClaims'
    | 'authorizationDetails'
    | 'organizationId'
    | 'acr'
  >,
  isRecorded: boolean,
): Promise<Grant | null> {
  const { customerId, userId, sessionId } = session;
  const found = await em.findOne(Session, { id: sessionId, customerId, userId });
  if (!found) return null;
  const { authTime, factorAt, amr } = found;
  if (isRecorded) audit.record(em, ctx, continuedLogin(session, given.clientId));
  const now = ctx.clock.now();
  const own = { id: newId(now), customerId, userId, sessionId, authTime, factorAt, amr, createdAt: now };
  return em.create(Grant, { ...given, ...own });
}

/**
 * Creates, in a unit of work, the grant of an administrator who acts as a user. It is below the grant of the administrator's
 * own token, belongs to the same session, and ends with both. Null if that grant has ended, or is not the administrator's in
 * person.
 */
export async function createImpersonation(
  em: EntityManager,
  now: Date,
  { customerId, userId: impersonatorId, sessionId }: UserViewer,
  given: Readonly<Pick<Grant, 'userId' | 'clientId'>> & {
    readonly parentId: string;
    readonly scopes: readonly string[];
    readonly resources: readonly string[];
  },
): Promise<Login | null> {
  const { parentId, userId, clientId, scopes, resources } = given;
  const own = { id: parentId, customerId, userId: impersonatorId, sessionId, clientId, impersonatorId: null };
  const parent = await em.findOne(Grant, own, { lockMode: LockMode.PESSIMISTIC_READ });
  const session = parent && (await em.findOne(Session, { id: sessionId, customerId, userId: impersonatorId }));
  if (!session) return null;
  const { authTime, factorAt, amr } = parent;
  const proof = { authTime, factorAt, amr };
  const grantId = newId(now);
  em.create(Grant, {
    ...proof,
    id: grantId,
    customerId,
    userId,
    sessionId,
    clientId,
    parentId,
    impersonatorId,
    grantType: TOKEN_EXCHANGE,
    scopes: [...scopes],
    resources: [...resources],
    createdAt: now,
  });
  const login = { grantId, customerId, userId, sessionId, authTime, amr, acr: null };
  return { ...login, idTokenClaims: [], organization: null, sessionExpiresAt: session.expiresAt };
}

/** Ends, in a unit of work, that an administrator acts as this user. Returns the grant as it was, or null if there is none. */
export async function endImpersonation(
  em: EntityManager,
  own: Readonly<Pick<Grant, 'id' | 'customerId' | 'userId'>>,
): Promise<Grant | null> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const grant = await em.findOne(Grant, { ...own, impersonatorId: { $ne: null } }, { lockMode });
  if (grant) em.remove(grant);
  return grant;
}

/** Ends the user's grants, of one client or of all, with their refresh tokens. Sessions go on. */
export const endGrantsOf = async (
  em: EntityManager,
  owner: { readonly customerId: string; readonly userId: string; readonly clientId?: string },
): Promise<void> => {
  await em.nativeDelete(Grant, { ...owner });
};

/** Ends, in a unit of work, the client's grants of any user, or those that include one of the scopes. */
export const endGrantsOfClient = async (
  em: EntityManager,
  { customerId, id }: { readonly customerId: string; readonly id: string },
  scopes?: readonly string[],
): Promise<void> => {
  await em.nativeDelete(Grant, { customerId, clientId: id, ...(scopes && { scopes: { $overlap: [...scopes] } }) });
};

/** Ends, in a unit of work, the grants of these clients that are for the resource. */
export const endGrantsFor = async (
  em: EntityManager,
  given: { readonly customerId: string; readonly clientIds: readonly string[]; readonly resource: string },
): Promise<void> => {
  const { customerId, clientIds, resource } = given;
  await em.nativeDelete(Grant, { customerId, clientId: { $in: [...clientIds] }, resources: { $overlap: [resource] } });
};

/** What a client has lost. */
interface Loss {
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Whether it serves less than before. */
  readonly isServerOfLess: boolean;
}

/**
 * Ends, in a unit of work, what others got for tokens of the client: with `scopes` that it has lost, or for tokens for
 * `resources` that it has lost. Ends also what it got for the tokens of others if it serves less than before. They may exchange
 * again what is still good.
 */
export async function endExchanges(
  em: EntityManager,
  { customerId, id }: { readonly customerId: string; readonly id: string },
  { scopes, resources, isServerOfLess }: Loss,
): Promise<void> {
  // Its own tokens, also those by which an administrator acts as a user, leave the lost scopes out by themselves.
  const byOthers = { customerId, clientId: { $ne: id } };
  if (scopes.length > 0)
    await em.nativeDelete(Grant, { ...byOthers, scopes: { $overlap: [...scopes] }, parent: { clientId: id } });
  if (resources.length > 0)
    await em.nativeDelete(Grant, { customerId, parent: { clientId: id, resources: { $overlap: [...resources] } } });
  if (isServerOfLess) await em.nativeDelete(Grant, { customerId, clientId: id, parent: { clientId: { $ne: id } } });
}

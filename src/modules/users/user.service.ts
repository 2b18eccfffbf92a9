import { LockMode, raw, type EntityManager } from '@mikro-orm/postgresql';
import { isSelf, requireProof } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Database, Transaction } from '../../kernel/database.ts';
import { AppError, errorOf, invalid, kernelErrors } from '../../kernel/errors.ts';
import { columnName } from '../../kernel/entity.ts';
import { isUuid, newId, readIds } from '../../kernel/ids.ts';
import { audit, auditRow, insertAuditRows, type AuditRow } from '../audit/index.ts';
import { userErrors } from './errors.ts';
import { explain, noOrganization, usernameTaken } from './user.constraints.ts';
import { User } from './user.entity.ts';
import {
  attempt,
  readChanges,
  readNewUser,
  type CreateUser,
  type NewUser,
  type UpdateUser,
  type UserChanges,
} from './user.input.ts';
import { userLoader } from './user.loader.ts';
import { userPolicy, type UserCreate, type UserDelete, type UserUpdate } from './user.policy.ts';
import * as statements from './user.hot.sql.ts';
import type { Obstacle, Removal } from './user.hot.sql.ts';

/** The most users one request may make, disable or delete. */
export const LIST_MAX = 1000;

/** What became of one user of a list. */
export const OUTCOMES = [
  'DISABLED',
  'ALREADY_DISABLED',
  'DELETED',
  'LAST_ADMINISTRATOR',
  'FORBIDDEN',
  'USER_NOT_FOUND',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface UserResult {
  readonly userId: string;
  readonly outcome: Outcome;
}

type WantedUser = NewUser & { readonly id: string };

/** What else happens in the transaction that makes users; its failure unmakes them. */
interface WithMade {
  /** With those just made, and the groups they are to be in: putting them there is not the users' business. */
  readonly also?: (tx: Transaction, users: readonly User[], groupOf: (user: User) => string | null) => Promise<void>;
  /** Which of the new users take the place of somebody who signed up with their address and never proved it. */
  readonly replaces?: (user: NewUser) => boolean;
}

/** Users as one viewer may see and change them. */
export class UserService {
  constructor(private readonly ctx: RequestContext) {}

  /** The user, or null when the viewer's customer has none of this id. */
  async find(id: string): Promise<User | null> {
    const userId = id.toLowerCase();
    userPolicy.view(this.ctx.viewer, userId);
    return isUuid(userId) ? this.ctx.loader(userLoader).load(userId) : null;
  }

  /** Makes a user whom no password lets in: who may sign in sets one by a link of their own. */
  async create(input: CreateUser, also?: WithMade): Promise<User> {
    const permit = userPolicy.create(this.ctx.viewer, kindOf([input]));
    const [made] = await this.insert(permit, [readNewUser(input)], also ?? {});
    if (made instanceof AppError) throw made;
    return made!;
  }

  /** Makes those of the users who can be made, in one transaction; the others' errors stand, or stay, in their places. */
  async createMany(inputs: readonly (CreateUser | AppError)[], also?: WithMade): Promise<(User | AppError)[]> {
    if (inputs.length > LIST_MAX) throw invalid('inputs', `inputs holds more than ${LIST_MAX} users.`);
    const given = inputs.filter((input): input is CreateUser => !(input instanceof AppError));
    const permit = userPolicy.create(this.ctx.viewer, kindOf(given));
    return this.insert(
      permit,
      inputs.map((input) => (input instanceof AppError ? input : attempt(() => readNewUser(input)))),
      also ?? {},
    );
  }

  async update(id: string, input: UpdateUser): Promise<User> {
    const userId = id.toLowerCase();
    // Who may change nothing of the user hears nothing of what is wrong with the change.
    userPolicy.update(this.ctx.viewer, userId, {});
    const changes = readChanges(input);
    return this.change(userPolicy.update(this.ctx.viewer, userId, changes), userId, changes);
  }

  /** Ends the users' sessions and lets them start no more, all in one transaction. */
  async disable(userIds: readonly string[]): Promise<UserResult[]> {
    return this.lockOut(userPolicy.disable(this.ctx.viewer), userIds);
  }

  /** Deletes the user with everything that hangs below: sessions, memberships, clients of their own. */
  async delete(id: string): Promise<User> {
    const permit = userPolicy.delete(this.ctx.viewer);
    const user = isUuid(id) ? await this.ctx.loader(userLoader).load(id.toLowerCase()) : null;
    if (!user) throw userErrors.USER_NOT_FOUND();
    const [result] = await this.remove(permit, [user.id]);
    if (result!.outcome === 'USER_NOT_FOUND') throw userErrors.USER_NOT_FOUND();
    if (result!.outcome === 'LAST_ADMINISTRATOR') throw userErrors.LAST_ADMINISTRATOR();
    return user;
  }

  /** Deletes the users, all in one transaction. */
  async deleteMany(userIds: readonly string[]): Promise<UserResult[]> {
    return this.remove(userPolicy.delete(this.ctx.viewer), userIds);
  }

  private async insert(
    { customerId, viewer }: UserCreate,
    users: readonly (NewUser | AppError)[],
    { also, replaces = () => false }: WithMade,
  ): Promise<(User | AppError)[]> {
    const now = this.ctx.clock.now();
    if (users.some((user) => !(user instanceof AppError) && user.role === 'admin')) requireProof(viewer, now);
    const wanted = users.map((user) => (user instanceof AppError ? user : { id: newId(now), ...user }));
    const valid = wanted.filter((user): user is WantedUser => !(user instanceof AppError));
    if (valid.length === 0) return users as AppError[];
    const groups = new Map(valid.map(({ id, groupId }) => [id, groupId]));
    const events = valid.map((user) => this.creationEvent(user));
    const em = this.ctx.em.fork();
    const insert = async (db: Database): Promise<User[]> => {
      const values = [...this.wanted(customerId, valid), JSON.stringify(events)];
      const rows = await db.rows(statements.insertUsers, values).catch(explain);
      return rows.map((row) => em.map(User, row));
    };
    const insertAll = async (tx: Transaction): Promise<User[]> => {
      await this.clearTheWay(tx, customerId, valid.filter(replaces));
      const rows = await insert(tx);
      if (rows.length > 0) await also?.(tx, rows, ({ id }) => groups.get(id) ?? null);
      return rows;
    };
    const { db } = this.ctx;
    const rows = await (also ? db.transaction(insertAll) : insert(db));
    const made = new Map(rows.map((row) => [row.id, row]));
    const refused = valid.filter(({ id }) => !made.has(id));
    const reasons = new Map((await this.obstacles(customerId, refused)).map((obstacle) => [obstacle.id, obstacle]));
    return wanted.map((user) =>
      user instanceof AppError ? user : (made.get(user.id) ?? refusal(reasons.get(user.id))),
    );
  }

  /** Deletes those who signed up with the address of one of these users and never proved it, where nothing else is in the way. */
  private async clearTheWay(tx: Database, customerId: string, users: readonly WantedUser[]): Promise<void> {
    if (users.length === 0) return;
    const obstacles = await tx.rows(statements.obstacles, this.wanted(customerId, users));
    const blocked = new Set(obstacles.filter(isAddressAlone).map(({ id }) => id));
    if (blocked.size === 0) return;
    const keys = users.filter(({ id }) => blocked.has(id)).map(({ emailKey }) => emailKey);
    const gone = await tx.rows(statements.deleteUnproved, [customerId, keys]);
    const details = { reason: 'address_never_proved' };
    const events = gone.map(({ id }) =>
      auditRow(this.ctx, { action: 'user.deleted', subjectType: 'user', subjectId: id, details }),
    );
    await tx.rows(insertAuditRows, [JSON.stringify(events)]);
  }

  private async obstacles(customerId: string, refused: readonly WantedUser[]): Promise<Obstacle[]> {
    return refused.length > 0 ? this.ctx.db.rows(statements.obstacles, this.wanted(customerId, refused)) : [];
  }

  /** The customer, the users to be made as rows of their table, and their groups. */
  private wanted(customerId: string, users: readonly WantedUser[]): unknown[] {
    const now = this.ctx.clock.now();
    const made = {
      customerId,
      phoneVerified: false,
      selfRegistered: false,
      loginCount: 0,
      createdAt: now,
      updatedAt: now,
    };
    const rows = users.map((user) => underColumns({ ...made, ...user }));
    const groups = Object.fromEntries(users.map(({ id, groupId }) => [id, groupId]));
    return [customerId, JSON.stringify(rows), JSON.stringify(groups)];
  }

  private creationEvent({ id, email, role, organizationId, groupId }: WantedUser): AuditRow {
    const details = { email, role, ...(organizationId && { organizationId }), ...(groupId && { groupId }) };
    return auditRow(this.ctx, { action: 'user.created', subjectType: 'user', subjectId: id, details });
  }

  private async change({ customerId, viewer }: UserUpdate, id: string, changes: UserChanges): Promise<User> {
    if (!isUuid(id)) throw userErrors.USER_NOT_FOUND();
    const now = this.ctx.clock.now();
    if (changes.role !== undefined) requireProof(viewer, now);
    const change = async (em: EntityManager): Promise<User> => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const isCounted = ['role', 'isActive', 'emailVerified'].some((field) => field in changes);
      const where = { customerId, id, ...(isCounted && countersLocked(customerId)) };
      const user = await em.findOne(User, where, { lockMode });
      if (!user) throw userErrors.USER_NOT_FOUND();
      if (user.role === 'admin' && !isSelf(viewer, id) && !this.reachesAdministrators) throw beyondReach();
      const before = { ...user };
      Object.assign(user, changes, { updatedAt: now });
      // Another phone number is one nobody has proved.
      if (user.phoneNumber !== before.phoneNumber) user.phoneVerified = false;
      const details = changesBetween(before, user);
      audit.record(em, this.ctx, { action: actionOf(changes), subjectType: 'user', subjectId: id, details });
      return user;
    };
    return this.ctx.em.fork().transactional(change).catch(explain);
  }

  private async lockOut({ customerId }: UserUpdate, userIds: readonly string[]): Promise<UserResult[]> {
    const ids = readIds('userIds', userIds, LIST_MAX);
    const events = this.events('user.disabled', ids);
    const values = [customerId, ids, this.ctx.clock.now(), events, this.reachesAdministrators];
    const rows = await this.ctx.db.rows(statements.disableUsers, values).catch(explain);
    return this.results(rows, 'DISABLED', 'ALREADY_DISABLED');
  }

  private async remove({ customerId }: UserDelete, userIds: readonly string[]): Promise<UserResult[]> {
    const ids = readIds('userIds', userIds, LIST_MAX);
    const values = [customerId, ids, this.events('user.deleted', ids)];
    const rows = await this.ctx.db.rows(statements.deleteUsers, values).catch(explain);
    return this.results(rows, 'DELETED', 'USER_NOT_FOUND');
  }

  private events(action: string, userIds: readonly string[]): string {
    return JSON.stringify(userIds.map((subjectId) => auditRow(this.ctx, { action, subjectType: 'user', subjectId })));
  }

  private results(rows: readonly Removal[], changed: Outcome, unchanged: Outcome): UserResult[] {
    return rows.map((row) => {
      return { userId: row.userId, outcome: outcomeOf(row, changed, unchanged) };
    });
  }

  private get reachesAdministrators(): boolean {
    return userPolicy.reachesAdministrators(this.ctx.viewer);
  }
}

const underColumns = (user: object): object =>
  Object.fromEntries(Object.entries(user).map(([property, value]) => [columnName(property), value]));

const isAddressAlone = ({ emailTaken: taken, usernameTaken: named, ...missing }: Obstacle): boolean =>
  taken && !named && !missing.organizationMissing && !missing.groupMissing;

/** What of users to be made takes more than the right to make users. */
const kindOf = (inputs: readonly CreateUser[]): Pick<UserChanges, 'role' | 'emailVerified'> => ({
  role: inputs.some(({ role }) => role === 'admin') ? 'admin' : 'member',
  emailVerified: inputs.some(({ emailVerified }) => emailVerified === true),
});

function outcomeOf({ known, beyond, spared, changed }: Removal, done: Outcome, unchanged: Outcome): Outcome {
  if (!known) return 'USER_NOT_FOUND';
  if (beyond) return 'FORBIDDEN';
  if (spared) return 'LAST_ADMINISTRATOR';
  return changed ? done : unchanged;
}

// The customer's counters change along, and its row is locked before any user's: two who took the same rows in another
// order would wait for each other for ever.
const countersLocked = (customerId: string): object => ({
  [raw(
    '(with tenant as materialized (select from customers where id = ? for no key update) select count(*) from tenant) = 1',
    [customerId],
  )]: [],
});

const actionOf = ({ isActive }: UserChanges): string =>
  isActive === undefined ? 'user.updated' : isActive ? 'user.enabled' : 'user.disabled';

// What every member of the customer sees of each other may be read in the trail, too.
const TOLD = [
  'name',
  'username',
  'givenName',
  'familyName',
  'picture',
  'emailVerified',
  'isActive',
  'role',
  'organizationId',
] as const satisfies (keyof UserChanges)[];

/** The details of an update: which fields are others now, and from what to what where that is nobody's secret. */
function changesBetween(before: User, now: User): Record<string, unknown> {
  const told = TOLD.filter((field) => before[field] !== now[field]);
  const fields = [...told, ...(before.phoneNumber === now.phoneNumber ? [] : ['phoneNumber'])];
  const changes = Object.fromEntries(told.map((field) => [field, { from: before[field], to: now[field] }]));
  return { fields, changes };
}

const beyondReach = () =>
  kernelErrors.INSUFFICIENT_SCOPE({ message: 'An administrator’s account takes the scope admin.' });

/** Of a user to be made: the group they are to be in is not there. */
export const noGroup = (cause?: unknown) =>
  errorOf('UNKNOWN_GROUP', { message: 'No such group (defaultGroupId).', field: 'defaultGroupId', cause });

function refusal(obstacle: Obstacle | undefined): AppError {
  if (obstacle?.emailTaken) return userErrors.USER_EMAIL_TAKEN({ field: 'email' });
  if (obstacle?.usernameTaken) return usernameTaken();
  if (obstacle?.organizationMissing) return noOrganization();
  if (obstacle?.groupMissing) return noGroup();
  return userErrors.CHANGED_MEANWHILE({ retryAfter: 1 });
}

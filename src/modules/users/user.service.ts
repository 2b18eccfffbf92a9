import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { isSelf, isStaff, requireProof } from '../../ground/kernel/access.ts';
import { BULK_MAX } from '../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityNamed } from '../../ground/kernel/entity.ts';
import { AppError, fault } from '../../ground/kernel/errors.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import { attempt, readEach, refuseWithOthers } from '../../ground/kernel/input.ts';
import { attributePolicy, AttributeWriter, readWithAttributes, type GivenAttribute } from '../attributes/index.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import { customerLocked } from './customer-lock.ts';
import { userErrors } from './errors.ts';
import { applyChanges, attributeChanges, givesRights } from './user-change.service.ts';
import { createUsers, holdersOf, takenOf, type Creation } from './user-creation.service.ts';
import { emailKey } from './user-email.ts';
import { explain, noOrganization, usernameTaken } from './user.constraints.ts';
import { User } from './user.entity.ts';
import {
  changeReaders,
  newUserReaders,
  readChanges,
  readNewUser,
  type CreateUser,
  type NewUser,
  type UpdateUser,
  type UserChanges,
} from './user.input.ts';
import { userLoader } from './user.loader.ts';
import { userPolicy, type UserCreate, type UserUpdate } from './user.policy.ts';

/** Users as one viewer may see and change them. */
export class UserService {
  constructor(private readonly ctx: RequestContext) {}

  /** The user, or null if the viewer's customer has no such user. */
  async find(id: string): Promise<User | null> {
    const userId = id.toLowerCase();
    userPolicy.view(this.ctx.viewer, userId);
    return isUuid(userId) ? this.ctx.loader(userLoader).load(userId) : null;
  }

  /** Creates a user. Without `credential`, they cannot sign in until they set a password by a link. */
  async create(input: CreateUser, creation: Creation = {}): Promise<User> {
    const permit = userPolicy.create(this.ctx.viewer, kindOf([input]));
    const [created] = await this.insert(permit, [readNewUser(input)], creation);
    if (created instanceof AppError) throw created;
    return created!;
  }

  /**
   * Creates those of the users that can be created, in one transaction. The errors of the others are returned in their
   * places. `check` finds what else is wrong with a user.
   */
  async createMany(
    inputs: readonly (CreateUser | AppError)[],
    check: (user: NewUser) => Promise<AppError[]>,
    creation: Creation,
  ): Promise<(User | AppError)[]> {
    if (inputs.length > BULK_MAX) throw fault('inputs', 'too_many', { max: BULK_MAX });
    const given = inputs.filter((input): input is CreateUser => !(input instanceof AppError));
    const permit = userPolicy.create(this.ctx.viewer, kindOf(given));
    const read = inputs.map((input) => (input instanceof AppError ? input : attempt(() => readNewUser(input))));
    const checked = await Promise.all(
      read.map(async (user) => (user instanceof AppError ? user : { ...user, faults: await check(user) })),
    );
    return this.insert(permit, checked, creation);
  }

  /** What of users to create belongs to others already, as far as it can be read, by one query. */
  async taken(inputs: readonly CreateUser[]): Promise<AppError[][]> {
    const { customerId } = userPolicy.create(this.ctx.viewer, kindOf(inputs));
    const named = inputs.map((input) => {
      const { email, username } = readEach(newUserReaders(input)).values;
      return { ...(email !== undefined && { emailKey: emailKey(email) }), ...(username && { username }) };
    });
    const holders = await holdersOf(this.apart(), customerId, named);
    return named.map((names) => takenOf(names, holders));
  }

  async update(id: string, input: UpdateUser, expectedVersion?: number | null): Promise<User> {
    const userId = id.toLowerCase();
    // A viewer who may not change the user gets no details about the input.
    const permitted = userPolicy.update(this.ctx.viewer, userId, {});
    const given = input.attributes ?? [];
    const relation = attributePolicy.relation(this.ctx.viewer, 'write', isSelf(this.ctx.viewer, userId));
    try {
      const changes = await readWithAttributes(this.ctx, 'user', { given, relation, isNew: false }, () =>
        readChanges(input),
      );
      const permit = userPolicy.update(this.ctx.viewer, userId, changes);
      return await this.change(permit, userId, changes, given, expectedVersion);
    } catch (error) {
      return refuseWithOthers(error, () => this.contradictions(permitted, userId, input));
    }
  }

  /** What of the changes contradicts what is stored, as far as it can be read. The constraints decide. */
  private async contradictions({ customerId }: UserUpdate, id: string, input: UpdateUser): Promise<AppError[]> {
    const em = this.apart();
    const { username, organizationId } = readEach(changeReaders(input)).values;
    const holder = username && (await holdersOf(em, customerId, [{ username }])).byUsername.get(username.toLowerCase());
    const organization = organizationId && { customerId, id: organizationId };
    const isMissing = organization && (await em.count(entityNamed<Organization>('Organization'), organization)) === 0;
    return [...(holder && holder !== id ? [usernameTaken()] : []), ...(isMissing ? [noOrganization()] : [])];
  }

  /** Reads beside a unit of work that has failed, in the transaction of the caller if there is one. */
  private apart(): EntityManager {
    return this.ctx.em.fork({ keepTransactionContext: true });
  }

  private async insert(
    { customerId, viewer }: UserCreate,
    users: readonly (NewUser | AppError)[],
    creation: Creation,
  ): Promise<(User | AppError)[]> {
    const now = this.ctx.clock.now();
    if (users.some((user) => !(user instanceof AppError) && isStaff(user))) requireProof(viewer, now);
    const wanted = users.map((user) => (user instanceof AppError ? user : { id: newId(now), ...user }));
    return createUsers(this.ctx, customerId, wanted, creation);
  }

  private async change(
    { customerId, viewer }: UserUpdate,
    id: string,
    changes: UserChanges,
    given: readonly GivenAttribute[],
    expectedVersion?: number | null,
  ): Promise<User> {
    if (!isUuid(id)) throw userErrors.USER_NOT_FOUND();
    const now = this.ctx.clock.now();
    if (givesRights(changes)) requireProof(viewer, now);
    const change = async (em: EntityManager): Promise<User> => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const isCounted = ['role', 'isActive', 'emailVerified'].some((field) => field in changes);
      const where = { customerId, id, ...(isCounted && customerLocked(customerId)) };
      const writer = given.length > 0 ? await AttributeWriter.open(em, customerId, 'user', 'store') : null;
      const user = await em.findOne(User, where, { lockMode, ...(writer && { populate: ['attributes'] }) });
      if (!user) throw userErrors.USER_NOT_FOUND();
      const [attributes] = writer ? await attributeChanges(this.ctx, writer, [{ user, given }]) : [];
      const refusal = applyChanges(this.ctx, em, { user, changes, expectedVersion, attributes });
      if (refusal) throw refusal;
      return user;
    };
    return this.ctx.db.transaction(({ em }) => change(em)).catch(explain);
  }
}

/** What of the users to create requires more than the help desk may. */
const kindOf = (inputs: readonly CreateUser[]) => ({
  role: inputs.some(({ role }) => role === 'admin') ? ('admin' as const) : ('member' as const),
  administration: inputs.find(({ administration }) => administration)?.administration ?? null,
  organizationId: inputs.find(({ organizationId }) => organizationId)?.organizationId ?? null,
  emailVerified: inputs.some(({ emailVerified }) => emailVerified === true),
});

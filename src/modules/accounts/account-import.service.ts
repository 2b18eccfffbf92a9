import { broken } from '../../ground/faults/index.ts';
import { isStaff, requireProof } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError, errorOf } from '../../ground/kernel/errors.ts';
import { newId } from '../../ground/kernel/ids.ts';
import { outcomeOf } from '../../ground/kernel/input.ts';
import { AttributeWriter, type GivenAttribute } from '../attributes/index.ts';
import { adoptedPassword, importedPassword } from '../credentials/index.ts';
import { joinGroups, refusedJoins } from '../groups/index.ts';
import { givePlanned, planRoles, type RolePlan, type WantedRole } from '../roles/index.ts';
import {
  attributeChanges,
  changeUsers,
  createUsersIn,
  differing,
  isChange,
  isUnproved,
  lockUsersByEmail,
  userPolicy,
  type NewUser,
  type User,
  type UserChanges,
  type WantedRow,
} from '../users/index.ts';
import { accountPolicy } from './account.policy.ts';

/** What happens to users who exist already. */
export type Existing = 'update' | 'skip' | 'refuse';

/** A user to create or to change, found by the address. */
export interface ImportedAccount {
  /** The user if nobody has the address. */
  readonly user: NewUser;
  /** What to change of the user who has the address. */
  readonly changes: UserChanges;
  /** Values of attributes for them. */
  readonly attributes: readonly GivenAttribute[];
  /** A hash that this server can check. A user who has a password keeps it. */
  readonly passwordHash: string | null;
  readonly groupIds: readonly string[];
  readonly roles: readonly WantedRole[];
}

/** What became of one account. */
export type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'skipped';

/**
 * Creates and changes users in a transaction of the caller, and returns what became of each, or why it could not be. All
 * addresses differ. The viewer needs the same rights as for one user at a time, and `admin` for password hashes. `provedBy`
 * is when a user who needs a recent sign-in must have had it. Takes the same number of queries for any number of accounts.
 */
export async function importAccounts(
  ctx: RequestContext,
  tx: Transaction,
  accounts: readonly ImportedAccount[],
  { existing, provedBy }: { readonly existing: Existing; readonly provedBy: Date },
): Promise<(ImportOutcome | AppError)[]> {
  const { customerId } = accountPolicy.create(ctx.viewer);
  const now = ctx.clock.now();
  const keys = accounts.map(({ user }) => user.emailKey);
  const isGiven = accounts.some(({ attributes }) => attributes.length > 0);
  const writer = isGiven ? await AttributeWriter.open(tx.em, customerId, 'user', 'store') : null;
  const holders = await lockUsersByEmail(tx.em, customerId, keys, writer ? ['attributes'] : []);
  const placed = accounts.map(({ user, groupIds, roles }) => ({
    userId: holders.get(user.emailKey)?.id ?? null,
    groupIds,
    roles,
  }));
  const refused = await refusedJoins(ctx, tx, placed);
  const planned = await planRoles(ctx, tx, customerId, placed);
  const outcomes = new Map<ImportedAccount, ImportOutcome | AppError>();
  const ids = new Map<ImportedAccount, string>();
  const updates = new Map<ImportedAccount, WantedRow>();
  const wanted = new Map<ImportedAccount, NewUser & { readonly id: string }>();

  for (const [n, account] of accounts.entries()) {
    const holder = holders.get(account.user.emailKey);
    const next =
      refused.get(placed[n]!) ??
      outcomeOf(() => (holder ? updateOf(holder, account, existing) : allowed(account.user, account)));
    const plan = planned.get(placed[n]!) ?? [];
    if (next instanceof AppError || next === 'skipped') outcomes.set(account, next);
    else if (plan instanceof AppError) outcomes.set(account, plan);
    else if ('changes' in next) updates.set(account, next);
    else wanted.set(account, { id: newId(now), ...next });
  }

  function allowed(user: NewUser, { passwordHash }: ImportedAccount): NewUser {
    const { viewer } = userPolicy.create(ctx.viewer, user);
    if (passwordHash !== null) accountPolicy.importPassword(viewer);
    if (passwordHash !== null || isStaff(user)) requireProof(viewer, provedBy);
    return user;
  }

  function updateOf(user: User, account: ImportedAccount, mode: Existing): WantedRow | 'skipped' {
    if (mode === 'skip') return 'skipped';
    if (mode === 'refuse') throw errorOf('USER_EMAIL_TAKEN', { field: 'email' });
    if (isUnproved(user)) throw unproved();
    const adopted = user.passwordHash === null ? account.passwordHash : null;
    if (adopted !== null) requireProof(accountPolicy.importPassword(ctx.viewer).viewer, provedBy);
    return {
      user,
      changes: differing(user, account.changes),
      password: adopted === null ? null : adoptedPassword(adopted, now),
    };
  }

  if (wanted.size > 0) {
    const hashes = new Map([...wanted].map(([account, { id }]) => [id, account.passwordHash]));
    const created = await createUsersIn(ctx, tx, customerId, [...wanted.values()], {
      credential: (id) => importedPassword(hashes.get(id) ?? null),
    });
    for (const [n, account] of [...wanted.keys()].entries()) {
      const user = created[n]!;
      outcomes.set(account, user instanceof AppError ? user : 'created');
      if (!(user instanceof AppError)) ids.set(account, user.id);
    }
  }

  if (writer) await readAttributes(ctx, writer, updates);
  const changing = [...updates].filter(([, update]) => isChange(update) || update.password);
  const faults = await changeUsers(
    ctx,
    tx,
    customerId,
    changing.map(([, update]) => update),
    provedBy,
  );
  for (const [n, [account]] of changing.entries()) outcomes.set(account, faults[n] ?? 'updated');
  for (const [account, { user }] of updates) {
    if (!(outcomes.get(account) instanceof AppError)) ids.set(account, user.id);
    if (!outcomes.has(account)) outcomes.set(account, 'unchanged');
  }

  const joiners = [...ids].flatMap(([account, userId]) =>
    account.groupIds.length > 0 ? [{ userId, groupIds: account.groupIds, isNew: wanted.has(account) }] : [],
  );
  const { joined, full } = await joinGroups(ctx, tx, customerId, joiners);
  for (const [account, id] of ids) {
    if (full.has(id)) outcomes.set(account, tooManyGroups());
    else if (joined.has(id) && outcomes.get(account) === 'unchanged') outcomes.set(account, 'updated');
  }
  const receivers = accounts.flatMap((account, n) => {
    const plan = (planned.get(placed[n]!) ?? []) as RolePlan;
    const userId = ids.get(account);
    if (plan.length === 0 || userId === undefined || outcomes.get(account) instanceof AppError) return [];
    if (outcomes.get(account) === 'unchanged') outcomes.set(account, 'updated');
    return [{ userId, plan }];
  });
  givePlanned(ctx, tx.em, customerId, receivers);
  return accounts.map((account) => outcomes.get(account)!);
}

/** Adds to the updates how the attributes of their users change. */
async function readAttributes(
  ctx: RequestContext,
  writer: AttributeWriter,
  updates: Map<ImportedAccount, WantedRow>,
): Promise<void> {
  const given = [...updates].map(([account, { user }]) => ({ user, given: account.attributes }));
  const attributes = await attributeChanges(ctx, writer, given);
  for (const [n, [account, update]] of [...updates].entries())
    if (account.attributes.length > 0) updates.set(account, { ...update, attributes: attributes[n] });
}

const unproved = () =>
  errorOf('USER_EMAIL_TAKEN', {
    field: 'email',
    broken: broken('unverified_signup'),
  });

const tooManyGroups = () =>
  errorOf('TOO_MANY_GROUPS', {
    field: 'groups',
    broken: broken('too_many_joined'),
  });

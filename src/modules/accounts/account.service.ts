import { broken } from '../../ground/faults/index.ts';
import { addressLane } from '../../ground/http/address.ts';
import { type AnonymousViewer } from '../../ground/kernel/access.ts';
import type { BulkMode } from '../../ground/kernel/bulk.ts';
import { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError, fault } from '../../ground/kernel/errors.ts';
import { attempt, readAll, readEach, refuse, refuseWithOthers, withOthers } from '../../ground/kernel/input.ts';
import { attributePolicy, readWithAttributes, tellAttributes } from '../attributes/index.ts';
import { audit } from '../audit/index.ts';
import { firstPassword, PasswordHasher, PasswordPolicy } from '../credentials/index.ts';
import { findCustomers, type Customer } from '../customers/index.ts';
import { addNewMembers, GroupService, requireRoleReach } from '../groups/index.ts';
import { InvitationService, readApplicationUrl, sendVerificationLink } from '../links/index.ts';
import { Outbox } from '../mail/index.ts';
import { OrganizationService } from '../organizations/index.ts';
import { Throttle } from '../throttle/index.ts';
import {
  emailKey,
  fieldsHaving,
  newUserReaders,
  noGroup,
  noOrganization,
  readNewUser,
  UserService,
  type CreateUser,
  type NewUser,
  type User,
} from '../users/index.ts';
import { accountPolicy } from './account.policy.ts';
import { accountErrors } from './errors.ts';

/** A user to create, and how they get in. */
export interface CreateAccount extends CreateUser {
  readonly password?: string | null | undefined;
  readonly sendInvitation?: boolean | null | undefined;
  readonly applicationUrl?: string | null | undefined;
  readonly acceptTerms?: boolean | null | undefined;
}

/** The sealed sign-in of a browser in which somebody has just chosen the password of a new account. */
type FlowOf = (made: { readonly userId: string; readonly passwordHash: string }) => string;

/** The only fields that users who sign up may set. */
const SIGNUP_FIELDS: ReadonlySet<string> = new Set<keyof CreateAccount>([
  'password',
  'acceptTerms',
  ...fieldsHaving('atSignUp'),
]);

/** Creates accounts: for viewers who manage users, and for anonymous viewers who sign up. */
export class AccountService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Creates a user and, if asked to, their invitation, in one transaction. Without an access token, the caller signs
   * up. `flowOf` makes the sealed sign-in in which the link lets the browser go on that has signed up.
   */
  async create(input: CreateAccount, flowOf?: FlowOf): Promise<User> {
    const { viewer } = this.ctx;
    if (viewer.kind === 'anonymous') return this.signUp(viewer, input, flowOf);
    const { customerId } = accountPolicy.create(viewer);
    const { sendInvitation } = input;
    const values = { given: input.attributes, relation: attributePolicy.relation(viewer, 'write', false) };
    try {
      const { url } = await readWithAttributes(this.ctx, 'user', { ...values, isNew: true }, () => readAccount(input));
      if (sendInvitation) this.ctx.runtime.get(Outbox).require();
      return await this.ctx.get(UserService).create(input, {
        also: async (tx, users, groupOf) => {
          await this.join(tx, customerId, users, groupOf);
          if (sendInvitation) await this.invite(tx, users, url);
        },
        replaces: () => sendInvitation === true,
      });
    } catch (error) {
      return refuseWithOthers(error, async () => (await this.contradictions([input]))[0]!);
    }
  }

  /** What of accounts to create contradicts what is stored, as far as it can be read. The constraints decide. */
  private async contradictions(inputs: readonly CreateAccount[]): Promise<AppError[][]> {
    const taken = await this.ctx.get(UserService).taken(inputs);
    const unknown = await Promise.all(inputs.map((input) => this.check(readEach(newUserReaders(input)).values)));
    return inputs.map((_, n) => [...taken[n]!, ...unknown[n]!]);
  }

  /**
   * Creates those of the users that can be created, with their invitations, in one transaction. The errors of the
   * others are returned in their places.
   */
  async createMany(inputs: readonly CreateAccount[], mode: BulkMode): Promise<(User | AppError)[]> {
    const { customerId, viewer } = accountPolicy.create(this.ctx.viewer);
    const relation = attributePolicy.relation(viewer, 'write', false);
    const read = inputs.map((input) => ({
      given: input.attributes,
      relation,
      read: attempt(() => ({ ...input, applicationUrl: readAccount(input).url })),
    }));
    const items = await tellAttributes(this.ctx, 'user', read, { isNew: true });
    const accounts = items.filter((item): item is Exclude<typeof item, AppError> => !(item instanceof AppError));
    // Of several items with the same address, the first is created, and its invitation counts.
    const byAddress = new Map(accounts.map((account) => [emailKey(account.email), account] as const).toReversed());
    const accountOf = ({ email }: User) => byAddress.get(emailKey(email));
    if (accounts.some(({ sendInvitation }) => sendInvitation)) this.ctx.runtime.get(Outbox).require();
    const results = await this.ctx.get(UserService).createMany(items, (user) => this.check(user), {
      also: async (tx, users, groupOf) => {
        await this.join(tx, customerId, users, groupOf);
        const invited = users.filter((user) => accountOf(user)?.sendInvitation);
        const byUrl = Map.groupBy(invited, (user) => accountOf(user)?.applicationUrl ?? null);
        for (const [url, some] of byUrl) await this.invite(tx, some, url);
      },
      mode,
      replaces: ({ emailKey: key }) => byAddress.get(key)?.sendInvitation === true,
    });
    const refused = [...results.entries()].flatMap(([n, error]) =>
      error instanceof AppError && error.faults.length > 0 ? [{ n, error }] : [],
    );
    const others = await this.contradictions(refused.map(({ n }) => inputs[n]!));
    for (const [place, { n, error }] of refused.entries()) results[n] = withOthers(error, others[place]!);
    return results;
  }

  /** The errors of a user who is to be in an organization or a group that does not exist. */
  private async check({
    organizationId,
    groupId,
  }: Partial<Pick<NewUser, 'organizationId' | 'groupId'>>): Promise<AppError[]> {
    const [organization, group] = await Promise.all([
      organizationId ? this.ctx.get(OrganizationService).find(organizationId) : true,
      groupId ? this.ctx.get(GroupService).find(groupId) : true,
    ]);
    return [...(organization ? [] : [noOrganization()]), ...(group ? [] : [noGroup()])];
  }

  /** Adds users just created to their groups. */
  private async join(
    tx: Transaction,
    customerId: string,
    users: readonly User[],
    groupOf: (user: User) => string | null,
  ): Promise<void> {
    const joining = users.flatMap((user) => {
      const groupId = groupOf(user);
      return groupId === null ? [] : [{ groupId, userId: user.id }];
    });
    if (joining.length === 0) return;
    try {
      await requireRoleReach(
        this.ctx,
        joining.map(({ groupId }) => groupId),
      );
      await addNewMembers(this.ctx, tx, customerId, joining);
    } catch (error) {
      throw error instanceof AppError && error.code === 'GROUP_NOT_FOUND' ? noGroup(error) : error;
    }
  }

  private invite(tx: Transaction, users: readonly User[], url: string | null): Promise<void> {
    tx.onCommit(() => this.ctx.runtime.get(Outbox).ring());
    const ids = users.map(({ id }) => id);
    return this.ctx.get(InvitationService).inviteNew(tx, ids, url);
  }

  /** The customer whose users anonymous viewers can become; null if sign-up is not enabled. */
  async signUpCustomer(): Promise<Customer | null> {
    const { enabled, customer } = this.ctx.settings.signup;
    if (!enabled) return null;
    const [oldest] = await findCustomers(this.ctx.runtime, customer);
    return oldest ?? null;
  }

  /**
   * Creates the account of a user who signs up, and sends them a link to verify the address. A taken address is
   * reported as such: the documented responses cannot hide it. Only the number of attempts from one address is limited.
   */
  private async signUp(_viewer: AnonymousViewer, input: CreateAccount, flowOf?: FlowOf): Promise<User> {
    const { runtime, origin, settings } = this.ctx;
    if (!settings.signup.enabled) throw accountErrors.SIGNUP_DISABLED();
    const customer = await this.signUpCustomer();
    if (!customer) throw accountErrors.SIGNUP_CUSTOMER_MISSING();
    const hasTerms = customer.termsUrl !== null || customer.termsText !== null;
    // Malformed input counts, too: whatever is sent takes time to read.
    await this.ctx.get(Throttle).use('signup');
    const { password } = readAll({
      privileges: () => refuse(privilegesIn(input)),
      terms: () => (hasTerms && !input.acceptTerms ? refuse([termsNotAccepted()]) : undefined),
      user: () => readNewUser(input),
      password: () => this.readPassword(input),
    });
    const outbox = runtime.get(Outbox);
    outbox.require();
    const { email, name = null, username = null } = input;
    const owner = { email, name, username, customerName: customer.name };
    const turn = { lanes: [addressLane(origin)] };
    await runtime.get(PasswordPolicy).requireStrength(password, owner, { turn });
    const hash = await runtime.get(PasswordHasher).hash(password, turn);
    const customerId = customer.id;
    const server = new RequestContext(runtime, { kind: 'system', customerId }, origin);
    // Nobody can give attributes at sign-up, not even required ones.
    const created = await server.get(UserService).create(
      { ...input, attributes: null },
      {
        credential: () => ({
          ...firstPassword(hash),
          termsAcceptedAt: hasTerms ? this.ctx.clock.now() : null,
        }),
        also: async (tx, [user]) => {
          const { id, email: address } = user!;
          const actor = { type: 'user', id } as const;
          const event = { action: 'user.signed_up', subjectType: 'user', subjectId: id, customerId, actor };
          audit.record(tx.em, this.ctx, event);
          const flow = flowOf?.({ userId: id, passwordHash: hash }) ?? null;
          await sendVerificationLink(this.ctx, tx, { customerId, id, email: address }, flow);
        },
      },
    );
    outbox.ring();
    return created;
  }

  /** The password of a user who signs up, of which nobody knows yet how hard it is to guess. */
  private readPassword({ password }: CreateAccount): string {
    if (!password) throw fault('password', 'missing');
    return this.ctx.runtime.get(PasswordPolicy).readForm(password);
  }
}

/** Checks an account to create. The address of the application is checked with or without an invitation. */
const readAccount = (input: CreateAccount) =>
  readAll({ url: () => readApplicationUrl(input.applicationUrl), user: () => readNewUser(input) });

const termsNotAccepted = () => accountErrors.TERMS_NOT_ACCEPTED({ field: 'acceptTerms' });

const privilegesIn = (input: CreateAccount): AppError[] =>
  Object.entries(input).flatMap(([field, value]) =>
    SIGNUP_FIELDS.has(field) || value === null || value === undefined
      ? []
      : [accountErrors.SIGNUP_FIELD_NOT_ALLOWED({ field, broken: broken('not_at_signup') })],
  );

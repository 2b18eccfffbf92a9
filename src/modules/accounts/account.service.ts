import { type AnonymousViewer } from '../../kernel/access.ts';
import { addressLane } from '../../http/address.ts';
import { RequestContext } from '../../kernel/context.ts';
import { sql, type Transaction } from '../../kernel/database.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { PasswordHasher, PasswordPolicy, setFirstPassword } from '../credentials/index.ts';
import { addNewMembers } from '../groups/index.ts';
import { InvitationService, readApplicationUrl, sendFirstVerificationLink } from '../links/index.ts';
import { Outbox } from '../mail/index.ts';
import { Throttle } from '../throttle/index.ts';
import { attempt, emailKey, noGroup, readNewUser, UserService, type CreateUser, type User } from '../users/index.ts';
import { accountPolicy } from './account.policy.ts';
import { accountErrors } from './errors.ts';

/** A user to be made, and how they get in. */
export interface CreateAccount extends CreateUser {
  readonly password?: string | null | undefined;
  readonly sendInvitation?: boolean | null | undefined;
  readonly applicationUrl?: string | null | undefined;
}

/** What strangers say of themselves; anything else is not theirs to decide. */
const SIGNUP_FIELDS: ReadonlySet<string> = new Set<keyof CreateAccount>([
  'email',
  'password',
  'username',
  'name',
  'givenName',
  'familyName',
  'phoneNumber',
]);

/** $1 name, or null for the oldest. */
const signupCustomer = sql<{ id: string; name: string }>(
  'accounts.signup-customer',
  'select id, name from customers where $1::text is null or name = $1 order by created_at, id limit 1',
);

/** Accounts from their beginning: made by those who manage users, or by strangers for themselves. */
export class AccountService {
  constructor(private readonly ctx: RequestContext) {}

  /** Makes a user and, if asked to, their invitation, all of it or nothing. Without an access token it is signing up. */
  async create(input: CreateAccount): Promise<User> {
    const { viewer } = this.ctx;
    if (viewer.kind === 'anonymous') return this.signUp(viewer, input);
    const { customerId } = accountPolicy.create(viewer);
    // Checked whether or not there is an invitation.
    const url = readApplicationUrl(input.applicationUrl);
    const { sendInvitation, defaultGroupId } = input;
    const users = this.ctx.get(UserService);
    if (!sendInvitation && !defaultGroupId) return users.create(input);
    const make = (): Promise<User> =>
      users.create(input, {
        also: async (tx, made, groupOf) => {
          await this.join(tx, customerId, made, groupOf);
          if (sendInvitation) await this.invite(tx, made, url);
        },
        replaces: () => sendInvitation === true,
      });
    return sendInvitation ? this.inviting(make) : make();
  }

  /** Makes those who can be made and their invitations, in one transaction; the others' errors stand in their places. */
  async createMany(inputs: readonly CreateAccount[]): Promise<(User | AppError)[]> {
    const { customerId } = accountPolicy.create(this.ctx.viewer);
    const items = inputs.map((input) =>
      attempt(() => ({ ...input, applicationUrl: readApplicationUrl(input.applicationUrl) })),
    );
    const users = this.ctx.get(UserService);
    const accounts = items.filter((item): item is Exclude<typeof item, AppError> => !(item instanceof AppError));
    const invites = accounts.some(({ sendInvitation }) => sendInvitation);
    if (!invites && !accounts.some(({ defaultGroupId }) => defaultGroupId)) return users.createMany(items);
    // Of items with one address the first is made, so it is the first that says whether and where to.
    const byAddress = new Map(accounts.map((account) => [emailKey(account.email), account] as const).toReversed());
    const accountOf = ({ email }: User) => byAddress.get(emailKey(email));
    const make = (): Promise<(User | AppError)[]> =>
      users.createMany(items, {
        also: async (tx, made, groupOf) => {
          await this.join(tx, customerId, made, groupOf);
          const wanted = made.filter((user) => accountOf(user)?.sendInvitation);
          const byUrl = Map.groupBy(wanted, (user) => accountOf(user)?.applicationUrl ?? null);
          for (const [url, some] of byUrl) await this.invite(tx, some, url);
        },
        replaces: ({ emailKey: key }) => byAddress.get(key)?.sendInvitation === true,
      });
    return invites ? this.inviting(make) : make();
  }

  /** Puts those just made into the groups they are to be in. */
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
      await addNewMembers(this.ctx, tx, customerId, joining);
    } catch (fault) {
      throw fault instanceof AppError && fault.code === 'GROUP_NOT_FOUND' ? noGroup(fault) : fault;
    }
  }

  private async inviting<Result>(work: () => Promise<Result>): Promise<Result> {
    const outbox = this.ctx.runtime.get(Outbox);
    outbox.require();
    const result = await work();
    outbox.ring();
    return result;
  }

  private invite(tx: Transaction, users: readonly User[], url: string | null): Promise<void> {
    const ids = users.map(({ id }) => id);
    return this.ctx.get(InvitationService).inviteNew(tx, ids, url);
  }

  /** The customer that strangers can become users of; null where they cannot. */
  async signUpCustomer(): Promise<string | null> {
    if (!this.ctx.settings.signup.enabled) return null;
    return (await this.findSignUpCustomer())?.id ?? null;
  }

  private findSignUpCustomer() {
    return this.ctx.db.first(signupCustomer, [this.ctx.settings.signup.customer?.normalize('NFC') ?? null]);
  }

  /**
   * Makes the account of a stranger, who is sent a link to prove the address. An address that is taken is told to be:
   * the documented answers leave no way to keep it secret, only the number of tries from one address.
   */
  private async signUp(_viewer: AnonymousViewer, input: CreateAccount): Promise<User> {
    const { runtime, origin, settings } = this.ctx;
    if (!settings.signup.enabled) throw accountErrors.SIGNUP_DISABLED();
    refusePrivileges(input);
    readNewUser(input);
    if (!input.password) throw invalid('password', 'password must be given.');
    const customer = await this.findSignUpCustomer();
    if (!customer) throw accountErrors.SIGNUP_CUSTOMER_MISSING();
    const outbox = runtime.get(Outbox);
    outbox.require();
    const { email, name, username } = input;
    const owner = { email, name: name ?? null, username: username ?? null, customerName: customer.name };
    const password = await runtime.get(PasswordPolicy).read(input.password, owner);
    // What is malformed has been refused by now, and told nothing of anybody: it uses nothing up.
    await this.ctx.get(Throttle).use('signup');
    const hash = await runtime.get(PasswordHasher).hash(password, { lanes: [addressLane(origin)] });
    const server = new RequestContext(runtime, { kind: 'system', customerId: customer.id }, origin);
    const alsoSet = async (tx: Transaction, [user]: readonly User[]): Promise<void> => {
      await tx.rows(setFirstPassword, [customer.id, user!.id, hash]);
      const actor = { type: 'user', id: user!.id } as const;
      const event = {
        action: 'user.signed_up',
        subjectType: 'user',
        subjectId: user!.id,
        customerId: customer.id,
        actor,
      };
      await tx.rows(insertAuditRows, [JSON.stringify([auditRow(this.ctx, event)])]);
      await sendFirstVerificationLink(this.ctx, tx, customer.id, user!.id);
    };
    const made = await server.get(UserService).create(input, { also: alsoSet });
    outbox.ring();
    return made;
  }
}

function refusePrivileges(input: CreateAccount): void {
  for (const [field, value] of Object.entries(input))
    if (!SIGNUP_FIELDS.has(field) && value !== null && value !== undefined)
      throw accountErrors.SIGNUP_FIELD_NOT_ALLOWED({ message: `${field} is not for those who sign up.`, field });
}

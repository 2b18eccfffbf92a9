import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { errorOf, fault, notFound } from '../../ground/kernel/errors.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { readAll } from '../../ground/kernel/input.ts';
import { readText } from '../../ground/kernel/text.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import { audit, bothChanges, changesBetween, type ChangeDetails } from '../audit/index.ts';
import { endSessionsWithoutFactor, limitDevices } from '../sessions/index.ts';
import { readWebAddress, User } from '../users/index.ts';
import { Customer } from './customer.entity.ts';
import { IMPERSONATORS_MAX, REMEMBER_DAYS_MAX, TERMS_MAX, type UpdateCustomer } from './customer.input.ts';
import { choose, chosenOf, readPolicy, type Chosen } from './second-factor.service.ts';
import { customerPolicy, type CustomerWrite } from './customer.policy.ts';

/** What administrators decide about their customer. */
export class CustomerSettingsService {
  constructor(private readonly ctx: RequestContext) {}

  async update(id: string, input: UpdateCustomer, expectedVersion?: number | null): Promise<Customer> {
    const permit = customerPolicy.write(this.ctx.viewer);
    if (id.toLowerCase() !== permit.customerId) throw notFound('customer');
    const changes = readChanges(input);
    // Otherwise nobody could sign in any more.
    if (changes.emailCodes) requireMail(this.ctx);
    const { chosen, ...policy } = readPolicy(input.secondFactor ?? {});
    if (Object.keys({ ...changes, ...policy, ...chosen }).length === 0) throw fault('input', 'no_changes');
    return this.change(permit, { ...changes, ...policy }, chosen, expectedVersion);
  }

  private change(
    { customerId }: CustomerWrite,
    changes: CustomerChanges,
    chosen: Partial<Chosen>,
    expectedVersion?: number | null,
  ): Promise<Customer> {
    return this.ctx.db.transaction(async ({ em }) => {
      const customer = await em.findOneOrFail(Customer, customerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      checkVersion(customer, expectedVersion);
      // One that is listed already may be of a user who was deleted.
      const added = changes.impersonatorIds?.filter((each) => !customer.impersonatorIds.includes(each));
      if (added?.length) await requireUsers(em, customerId, added);
      const now = this.ctx.clock.now();
      const before = { ...customer };
      Object.assign(customer, changes, { updatedAt: now });
      if (customer.rememberDeviceDays < before.rememberDeviceDays)
        await limitDevices(em, customerId, customer.rememberDeviceDays);
      // Users who were asked under an earlier requirement are asked anew, with the whole time to put it off.
      if (before.secondFactorOf === 'nobody' && customer.secondFactorOf !== 'nobody') customer.secondFactorSince = now;
      if (isDueOfAdministrators(customer) && !isDueOfAdministrators(before))
        await this.endAdministration(em, customerId);
      const own = changesBetween<Customer>(before, customer, SHOWN);
      const details = { ...bothChanges(own, await this.choose(em, customerId, chosen)) };
      audit.record(em, this.ctx, {
        action: 'customer.updated',
        subjectType: 'customer',
        subjectId: customerId,
        details,
      });
      return customer;
    });
  }

  /** Ends the sessions of those who administer anything that lack the second factor, but for the one that requires it. */
  private async endAdministration(em: EntityManager, customerId: string): Promise<void> {
    const { viewer } = this.ctx;
    const administrators = await em.find(
      User,
      { customerId, isActive: true, $or: [{ role: 'admin' }, { administration: { $ne: null } }] },
      { fields: ['id'] },
    );
    const ids = administrators.map(({ id }) => id);
    await endSessionsWithoutFactor(em, customerId, ids, viewer.kind === 'user' ? viewer.sessionId : null);
  }

  private async choose(em: EntityManager, customerId: string, chosen: Partial<Chosen>): Promise<ChangeDetails> {
    if (Object.keys(chosen).length === 0) return { fields: [], changes: {} };
    const before = await chosenOf(em, customerId);
    await choose(em, customerId, chosen);
    return changesBetween<Chosen>(before, { ...before, ...chosen }, ['secondFactorGroups', 'secondFactorClients']);
  }
}

/** Whether administrators must have a second factor, and may not put it off. */
const isDueOfAdministrators = ({ secondFactorOf, secondFactorGraceSeconds }: CustomerChanges): boolean =>
  (secondFactorOf === 'administrators' || secondFactorOf === 'everybody') && secondFactorGraceSeconds === 0;

function requireMail({ settings: { env, mail } }: RequestContext): void {
  if (env === 'production' && mail.smtpUrl === undefined) throw errorOf('MAIL_NOT_CONFIGURED');
}

/** What the audit trail has the values of. */
const SHOWN = [
  'selfDeletion',
  'termsUrl',
  'termsText',
  'rememberDeviceDays',
  'passwordSignIn',
  'emailCodes',
  'secondFactorOf',
  'secondFactorGraceSeconds',
  'impersonation',
  'impersonatorIds',
  'impersonationMails',
] as const satisfies (keyof Customer)[];

type CustomerChanges = Partial<Pick<Customer, (typeof SHOWN)[number]>>;

function readDays(days: number): number {
  if (Number.isInteger(days) && days >= 0 && days <= REMEMBER_DAYS_MAX) return days;
  throw fault('rememberDeviceDays', 'whole', { min: 0, max: REMEMBER_DAYS_MAX });
}

/** The settings that the input has. An empty text removes one, as null does. */
const readChanges = ({
  selfDeletion,
  termsUrl,
  termsText,
  rememberDeviceDays: days,
  passwordSignIn,
  emailCodes,
  ...of
}: UpdateCustomer): CustomerChanges =>
  readAll({
    ...(typeof selfDeletion === 'boolean' && { selfDeletion: () => selfDeletion }),
    ...(typeof days === 'number' && {
      rememberDeviceDays: () => readDays(days),
    }),
    ...(passwordSignIn && { passwordSignIn: () => passwordSignIn }),
    ...(typeof emailCodes === 'boolean' && { emailCodes: () => emailCodes }),
    ...(termsUrl !== undefined && { termsUrl: () => (termsUrl ? readWebAddress('termsUrl', termsUrl) : null) }),
    ...(termsText !== undefined && {
      termsText: () => (termsText?.trim() ? readText('termsText', termsText, { max: TERMS_MAX }) : null),
    }),
    ...readImpersonation(of),
  });

type OfImpersonation = Pick<UpdateCustomer, 'impersonation' | 'impersonatorIds' | 'impersonationMails'>;

const readImpersonation = ({ impersonation, impersonatorIds, impersonationMails }: OfImpersonation) => {
  return {
    ...(impersonation && { impersonation: () => impersonation }),
    ...(impersonatorIds && { impersonatorIds: () => readImpersonators(impersonatorIds) }),
    ...(typeof impersonationMails === 'boolean' && { impersonationMails: () => impersonationMails }),
  };
};

/** Refuses ids of others than users of the customer. */
async function requireUsers(em: EntityManager, customerId: string, ids: readonly string[]): Promise<void> {
  const known = await em.count(User, { customerId, id: { $in: [...ids] } });
  if (known < ids.length) throw fault('impersonatorIds', 'no_user');
}

/** Ids of users. Whether they are administrators counts when they act as somebody. */
function readImpersonators(ids: readonly string[]): string[] {
  if (ids.length > IMPERSONATORS_MAX || !ids.every(isUuid))
    throw fault('impersonatorIds', 'too_many', { max: IMPERSONATORS_MAX });
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

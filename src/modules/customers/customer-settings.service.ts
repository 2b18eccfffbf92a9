import { LockMode } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { readAll } from '../../kernel/input.ts';
import { readText } from '../../kernel/text.ts';
import { checkVersion } from '../../kernel/version.ts';
import { audit, changesBetween } from '../audit/index.ts';
import { readWebAddress } from '../users/index.ts';
import { Customer } from './customer.entity.ts';
import { TERMS_MAX, type UpdateCustomerInput } from './customer.input.ts';
import { customerPolicy, type CustomerWrite } from './customer.policy.ts';

/** What administrators decide about their customer. */
export class CustomerSettingsService {
  constructor(private readonly ctx: RequestContext) {}

  async update(id: string, input: UpdateCustomerInput, expectedVersion?: number | null): Promise<Customer> {
    const permit = customerPolicy.write(this.ctx.viewer);
    if (id.toLowerCase() !== permit.customerId) throw notFound('customer');
    const changes = readChanges(input);
    if (Object.keys(changes).length === 0) throw invalid('input', 'The input has no changes.');
    return this.change(permit, changes, expectedVersion);
  }

  private change(
    { customerId }: CustomerWrite,
    changes: CustomerChanges,
    expectedVersion?: number | null,
  ): Promise<Customer> {
    return this.ctx.db.transaction(async ({ em }) => {
      const customer = await em.findOneOrFail(Customer, customerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      checkVersion(customer, expectedVersion);
      const before = { ...customer };
      Object.assign(customer, changes, { updatedAt: this.ctx.clock.now() });
      const details = { ...changesBetween<Customer>(before, customer, SHOWN) };
      audit.record(em, this.ctx, {
        action: 'customer.updated',
        subjectType: 'customer',
        subjectId: customerId,
        details,
      });
      return customer;
    });
  }
}

/** What the audit trail has the values of. */
const SHOWN = ['selfDeletion', 'termsUrl', 'termsText'] as const satisfies (keyof Customer)[];

type CustomerChanges = Partial<Pick<Customer, 'selfDeletion' | 'termsUrl' | 'termsText'>>;

/** The settings that the input has. An empty text removes one, as null does. */
const readChanges = ({ selfDeletion, termsUrl, termsText }: UpdateCustomerInput): CustomerChanges =>
  readAll({
    ...(typeof selfDeletion === 'boolean' && { selfDeletion: () => selfDeletion }),
    ...(termsUrl !== undefined && { termsUrl: () => (termsUrl ? readWebAddress('termsUrl', termsUrl) : null) }),
    ...(termsText !== undefined && {
      termsText: () => (termsText?.trim() ? readText('termsText', termsText, { max: TERMS_MAX }) : null),
    }),
  });

import { LockMode } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { checkVersion } from '../../kernel/version.ts';
import { audit, changesBetween } from '../audit/index.ts';
import { Customer } from './customer.entity.ts';
import type { UpdateCustomerInput } from './customer.input.ts';
import { customerPolicy, type CustomerWrite } from './customer.policy.ts';

/** What administrators decide about their customer. */
export class CustomerSettingsService {
  constructor(private readonly ctx: RequestContext) {}

  async update(id: string, input: UpdateCustomerInput, expectedVersion?: number | null): Promise<Customer> {
    const permit = customerPolicy.write(this.ctx.viewer);
    if (id.toLowerCase() !== permit.customerId) throw notFound('customer');
    const { selfDeletion } = input;
    if (typeof selfDeletion !== 'boolean') throw invalid('input', 'The input has no changes.');
    return this.change(permit, { selfDeletion }, expectedVersion);
  }

  private change(
    { customerId }: CustomerWrite,
    changes: Pick<Customer, 'selfDeletion'>,
    expectedVersion?: number | null,
  ): Promise<Customer> {
    return this.ctx.db.transaction(async ({ em }) => {
      const customer = await em.findOneOrFail(Customer, customerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      checkVersion(customer, expectedVersion);
      const before = { ...customer };
      Object.assign(customer, changes, { updatedAt: this.ctx.clock.now() });
      const details = { ...changesBetween<Customer>(before, customer, ['selfDeletion']) };
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

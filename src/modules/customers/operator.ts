import type { Runtime } from '../../ground/kernel/runtime.ts';
import { findCustomers } from './customer-lookup.service.ts';

/**
 * The operator's own customer: the oldest, which was made when the server was set up. What belongs to the server and to no
 * customer is for its administrators.
 */
export class OperatorCustomer {
  private id: string | undefined;

  constructor(private readonly runtime: Runtime) {}

  /** Whether it is this customer. Reads the database until there is a customer, and not again: none can be older. */
  async is(customerId: string): Promise<boolean> {
    this.id ??= (await findCustomers(this.runtime))[0]?.id;
    return this.id === customerId;
  }
}

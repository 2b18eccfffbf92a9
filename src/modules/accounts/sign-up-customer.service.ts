import { LRUCache } from 'lru-cache';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { findCustomers } from '../customers/index.ts';

/** How long pages may offer sign-up to a customer that is no longer the one. Signing up itself asks again. */
const REMEMBERED_MS = 10_000;

/** Which customer users sign up to, for pages: each login page asks, and the answer hardly ever changes. */
export class SignUpCustomer {
  private readonly found = new LRUCache<'id', string>({ max: 1, ttl: REMEMBERED_MS });

  constructor(private readonly runtime: Runtime) {}

  /** Whether users sign up to this customer, or to any, if none is given. */
  async accepts(customerId: string | null): Promise<boolean> {
    const { enabled, customer } = this.runtime.settings.signup;
    if (!enabled) return false;
    let id = this.found.get('id');
    if (id === undefined) {
      const [oldest] = await findCustomers(this.runtime, customer);
      id = oldest?.id;
      if (id !== undefined) this.found.set('id', id);
    }
    return id !== undefined && (customerId === null || id === customerId);
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Site, type Cookie } from '../../ground/http/site.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { User } from '../users/index.ts';

const KEPT_SECONDS = 400 * 86_400;

/** The most accounts that a browser tells of. Those who signed in last are kept. */
const ACCOUNTS_MAX = 5;

/** An account that has stayed signed in with a browser. */
export interface BrowserAccount {
  readonly id: string;
  readonly email: string;
}

/**
 * The accounts of one browser, from which its next sign-in is chosen: those whose users wanted to stay signed in, until they
 * sign out. They are in a sealed cookie, as ids. The cookie grants nothing: it fills the address in.
 */
export class BrowserAccounts {
  private readonly cookie: Cookie;

  constructor(private readonly runtime: Runtime) {
    this.cookie = runtime.get(Site).cookie('accounts', { maxAgeSeconds: KEPT_SECONDS });
  }

  /** The accounts of the customer in this browser whose users may sign in, the last one first. */
  async find(request: IncomingMessage, customerId: string): Promise<readonly BrowserAccount[]> {
    const ids = this.read(request);
    if (ids.length === 0) return [];
    const where = { id: { $in: ids }, customerId, isActive: true };
    const users = await this.runtime.fork().find(User, where, { fields: ['id', 'email'] });
    return ids.flatMap((id) => users.find((user) => user.id === id) ?? []).map(({ id, email }) => ({ id, email }));
  }

  /** Notes that the user has signed in with this browser, if they stay signed in. Otherwise nothing is left of them. */
  note(request: IncomingMessage, response: ServerResponse, userId: string, stays: boolean): void {
    if (!stays) return this.forget(request, response, userId);
    const others = this.read(request).filter((id) => id !== userId);
    this.write(response, [userId, ...others].slice(0, ACCOUNTS_MAX));
  }

  forget(request: IncomingMessage, response: ServerResponse, userId: string): void {
    const ids = this.read(request);
    if (ids.includes(userId))
      this.write(
        response,
        ids.filter((id) => id !== userId),
      );
  }

  private read(request: IncomingMessage): string[] {
    const plain = this.runtime.vault.open('accounts', Buffer.from(this.cookie.read(request) ?? '', 'base64url'));
    return plain ? plain.toString().split(' ') : [];
  }

  private write(response: ServerResponse, ids: readonly string[]): void {
    if (ids.length === 0) return this.cookie.clear(response);
    this.cookie.set(response, this.runtime.vault.seal('accounts', ids.join(' ')).toString('base64url'));
  }
}

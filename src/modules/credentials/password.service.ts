import type { RequestContext } from '../../kernel/context.ts';
import { emailKey } from '../users/index.ts';
import { PasswordHasher } from './password.hasher.ts';
import { passwordHolder } from './password.sql.ts';

/** How a try ended. The reasons are for the audit trail; a visitor is told none of them. */
export type PasswordProof =
  | {
      readonly proved: true;
      readonly userId: string;
      /** What the password was checked against, for the write that relies on it. */
      readonly passwordHash: string;
      /** The same password hashed with today's parameters, where the stored hash has others. */
      readonly upgradedHash: string | null;
    }
  | {
      readonly proved: false;
      readonly userId: string | null;
      readonly reason: 'unknown_user' | 'no_password' | 'wrong_password' | 'disabled';
    };

/** Passwords, proved one try at a time. */
export class PasswordService {
  constructor(private readonly ctx: RequestContext) {}

  /** Whether the password is that of the customer's user with this address; takes as long whoever that is. */
  async prove(customerId: string, email: string, password: string): Promise<PasswordProof> {
    const hasher = this.ctx.runtime.get(PasswordHasher);
    const user = await this.ctx.db.first(passwordHolder, [customerId, emailKey(email)]);
    const { matches, outdated } = await hasher.verify(user?.passwordHash ?? null, password);
    if (!user) return { proved: false, userId: null, reason: 'unknown_user' };
    const { id: userId, passwordHash } = user;
    if (passwordHash === null) return { proved: false, userId, reason: 'no_password' };
    if (!matches) return { proved: false, userId, reason: 'wrong_password' };
    if (!user.isActive) return { proved: false, userId, reason: 'disabled' };
    return { proved: true, userId, passwordHash, upgradedHash: outdated ? await hasher.hash(password) : null };
  }
}

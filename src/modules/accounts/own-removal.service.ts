import { requireProof, userOf } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { Customer } from '../customers/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { UserRemovalService, userPolicy } from '../users/index.ts';

/** Users delete their own accounts, if their customers let them. */
export class OwnRemovalService {
  constructor(private readonly ctx: RequestContext) {}

  /** Whether the viewer's customer lets users delete themselves. */
  async isAllowed(): Promise<boolean> {
    return (await this.customer()).selfDeletion;
  }

  /**
   * Deletes the viewer with everything that belongs to them, and tells them by mail. Throws SELF_DELETION_OFF if the customer
   * does not allow it, REAUTHENTICATION_REQUIRED if the sign-in is too long ago, and LAST_ADMINISTRATOR for the last one.
   */
  async remove(): Promise<void> {
    const { ctx } = this;
    const { selfDeletion } = await this.customer();
    const permit = userPolicy.deleteOwn(ctx.viewer, selfDeletion);
    requireProof(permit.viewer, ctx.clock.now());
    const outbox = ctx.runtime.get(Outbox);
    await ctx.get(UserRemovalService).deleteOwn(permit, async (tx, { id: userId, ...user }) => {
      outbox.post(tx.em, await noticeLetter(ctx, tx.em, { ...user, userId }, { event: 'account_deleted' }));
    });
    outbox.ring();
  }

  private customer(): Promise<Customer> {
    const { customerId } = userOf(this.ctx.viewer);
    return this.ctx.em.findOneOrFail(Customer, customerId, { disableIdentityMap: true });
  }
}

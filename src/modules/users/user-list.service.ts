import type { RequestContext } from '../../ground/kernel/context.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import type { User } from './user.entity.ts';
import { userListing } from './user.filter.ts';
import { userPolicy } from './user.policy.ts';

/** The customer's users as lists. */
export class UserListService {
  constructor(private readonly ctx: RequestContext) {}

  /** A page of the users that meet what a caller asks for, oldest first by default. */
  async list(args: ListArgs): Promise<Connection<User>> {
    const { customerId } = userPolicy.read(this.ctx.viewer);
    return findListed(this.ctx, userListing, customerId, args);
  }
}

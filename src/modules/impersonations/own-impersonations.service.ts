import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { PAGE_MAX } from '../../ground/lists/pagination.ts';
import { audit } from '../audit/index.ts';
import { endImpersonation, Grant } from '../grants/index.ts';
import { impersonationErrors } from './errors.ts';
import { impersonationPolicy } from './impersonation.policy.ts';
import { IMPERSONATION_SECONDS } from './impersonation.service.ts';

/** An administrator who acts as the user, as the user sees it. */
interface OwnImpersonation {
  readonly id: string;
  readonly administrator: string;
  readonly clientName: string;
  readonly startedAt: Date;
}

/** The administrators who act as a user, for this user. */
export class OwnImpersonationsService {
  constructor(private readonly ctx: RequestContext) {}

  /** Those whose token may not have expired, the last first. */
  async list(): Promise<OwnImpersonation[]> {
    const { customerId, viewer } = impersonationPolicy.own(this.ctx.viewer);
    const grants = await this.ctx.em.find(
      Grant,
      {
        customerId,
        userId: viewer.userId,
        impersonatorId: { $ne: null },
        // A grant that its token was exchanged for ends with it, and is not another one.
        parent: { impersonatorId: null },
        createdAt: { $gt: secondsAfter(this.ctx.clock.now(), -IMPERSONATION_SECONDS) },
      },
      {
        populate: ['impersonator', 'client'],
        orderBy: { createdAt: 'desc', id: 'desc' },
        limit: PAGE_MAX,
        disableIdentityMap: true,
      },
    );
    return grants.map(({ id, impersonator, client, createdAt: startedAt }) => ({
      id,
      administrator: impersonator!.name,
      clientName: client.name,
      startedAt,
    }));
  }

  /** Ends one at once, with all of its tokens. */
  async end(id: string): Promise<void> {
    const { customerId, viewer } = impersonationPolicy.own(this.ctx.viewer);
    const { userId } = viewer;
    if (!isUuid(id)) throw impersonationErrors.IMPERSONATION_NOT_FOUND();
    await this.ctx.db.transaction(async ({ em }) => {
      const grant = await endImpersonation(em, { id: id.toLowerCase(), customerId, userId });
      if (!grant) throw impersonationErrors.IMPERSONATION_NOT_FOUND();
      const { clientId, impersonatorId: administratorId } = grant;
      audit.record(em, this.ctx, {
        action: 'impersonation.ended',
        subjectType: 'user',
        subjectId: userId,
        details: { clientId, administratorId },
      });
    });
  }
}

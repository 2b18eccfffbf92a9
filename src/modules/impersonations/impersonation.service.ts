import { LockMode } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { audit } from '../audit/index.ts';
import { Client } from '../clients/index.ts';
import { Customer } from '../customers/index.ts';
import { createImpersonation, hasConsent, type Login } from '../grants/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { User } from '../users/index.ts';
import { impersonationErrors } from './errors.ts';
import { impersonationPolicy } from './impersonation.policy.ts';

/** How long an administrator acts as a user with one token. There is no refresh token. */
export const IMPERSONATION_SECONDS = 900;

/** What an administrator asks for. */
interface Impersonated {
  /** The user to act as. */
  readonly userId: string;
  /** The grant of the administrator's token, and the client that it was issued to. */
  readonly parentId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
}

/** Administrators who act as users. */
export class ImpersonationService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Creates the grant of an administrator who acts as a user. It ends with the administrator's own grant. The audit trail
   * records it, and the user gets a mail if the customer wants that.
   */
  async start({ userId, parentId, clientId, scopes, resources }: Impersonated): Promise<Login> {
    const { ctx } = this;
    const permit = impersonationPolicy.start(ctx.viewer, ctx.clock.now());
    const { customerId, viewer } = permit;
    const login = await ctx.db.transaction(async (tx) => {
      const { em } = tx;
      const customer = await em.findOneOrFail(Customer, customerId);
      impersonationPolicy.allowed(permit, customer);
      const client = await em.findOne(Client, { id: clientId, customerId, allowsImpersonation: true });
      if (!client) throw impersonationErrors.IMPERSONATION_OFF();
      const found = isUuid(userId) ? { id: userId.toLowerCase(), customerId } : null;
      const user = found && (await em.findOne(User, found, { lockMode: LockMode.PESSIMISTIC_READ }));
      impersonationPolicy.subject(user);
      const wanted = { customerId, userId: user!.id, clientId, scopes, resources };
      if (client.requireConsent && !(await hasConsent(tx, wanted))) throw impersonationErrors.NOT_TO_IMPERSONATE();
      const created = await createImpersonation(em, ctx.clock.now(), viewer, {
        userId: user!.id,
        parentId,
        clientId,
        scopes,
        resources,
      });
      // The administrator's own grant has ended meanwhile.
      if (!created) throw impersonationErrors.IMPERSONATION_OFF();
      audit.record(em, ctx, {
        action: 'impersonation.started',
        subjectType: 'user',
        subjectId: user!.id,
        impersonatorId: viewer.userId,
        details: { clientId, scopes, ...(resources.length > 0 && { resources }) },
      });
      if (customer.impersonationMails) await this.tell(em, user!);
      return created;
    });
    ctx.runtime.get(Outbox).ring();
    return login;
  }

  private async tell(em: RequestContext['em'], user: User): Promise<void> {
    const { customerId, id: userId, email, emailVerified, name, locale, timeZone } = user;
    const reader = { customerId, userId, email, emailVerified, name, locale, timeZone };
    const letter = await noticeLetter(this.ctx, em, reader, { event: 'impersonated' });
    this.ctx.runtime.get(Outbox).post(em, letter);
  }
}

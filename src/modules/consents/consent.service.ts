import type { RequestContext } from '../../kernel/context.ts';
import { isUuid } from '../../kernel/ids.ts';
import { NIL_ID, readFirst } from '../../kernel/pagination.ts';
import { auditRow } from '../audit/index.ts';
import { Consent } from './consent.entity.ts';
import { giveConsent, revokeConsent } from './consent.hot.sql.ts';
import { consentLoader, type ClientConsent } from './consent.loader.ts';
import { consentPolicy, type ConsentRevoke } from './consent.policy.ts';
import { consentErrors } from './errors.ts';

/** What a user allows a client. */
interface Allowance {
  readonly customerId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly returnHost: string;
}

/** What users allow clients, one request's view of it. */
export class ConsentService {
  constructor(private readonly ctx: RequestContext) {}

  /** Remembers what the user allows the client, besides what was allowed before. */
  async give({ customerId, userId, clientId, scopes, resources, returnHost }: Allowance): Promise<void> {
    const event = auditRow(this.ctx, {
      action: 'consent.given',
      subjectType: 'client',
      subjectId: clientId,
      customerId,
      actor: { type: 'user', id: userId },
      details: { scopes, ...(resources.length > 0 && { resources }), returnHost },
    });
    const given = [userId, clientId, customerId, scopes, resources, [returnHost]];
    await this.ctx.db.rows(giveConsent, [...given, this.ctx.clock.now(), JSON.stringify(event)]);
  }

  /** What the viewer has allowed clients, the `first` so many, the newest first. */
  async own(first: number | null | undefined): Promise<ClientConsent[]> {
    return this.load(consentPolicy.own(this.ctx.viewer).viewer.userId, first);
  }

  /** What the user has allowed clients; null when that is none of the viewer's business. */
  async of(userId: string, first: number | null | undefined): Promise<ClientConsent[] | null> {
    return consentPolicy.sees(this.ctx.viewer, userId) ? this.load(userId, first) : null;
  }

  /** Takes back what the viewer has allowed the client; returns it as it was. */
  async revokeOwn(clientId: string): Promise<ClientConsent> {
    const permit = consentPolicy.own(this.ctx.viewer);
    return this.revoke(permit, permit.viewer.userId, clientId);
  }

  /** Takes back what a user has allowed the client, for an administrator; returns it as it was. */
  async revokeOf(userId: string, clientId: string): Promise<ClientConsent> {
    return this.revoke(consentPolicy.revokeEverybodys(this.ctx.viewer), userId, clientId);
  }

  private load(ownerId: string, first: number | null | undefined): Promise<ClientConsent[]> {
    return this.ctx.loader(consentLoader).load({ ownerId, after: NIL_ID, limit: readFirst(first) });
  }

  private async revoke({ customerId }: ConsentRevoke, userId: string, clientId: string): Promise<ClientConsent> {
    if (!isUuid(userId) || clientId.includes('\0')) throw consentErrors.CONSENT_NOT_FOUND();
    const details = { userId: userId.toLowerCase() };
    const event = auditRow(this.ctx, {
      action: 'consent.revoked',
      subjectType: 'client',
      subjectId: clientId,
      details,
    });
    const consent = await this.ctx.em.findOne(
      Consent,
      { customerId, userId, clientId },
      { populate: ['client'], disableIdentityMap: true },
    );
    const values = [customerId, userId, clientId, JSON.stringify(event)];
    if (!consent || !(await this.ctx.db.first(revokeConsent, values))) throw consentErrors.CONSENT_NOT_FOUND();
    return consent;
  }
}

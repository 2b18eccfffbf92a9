import { LockMode, type FilterQuery } from '@mikro-orm/postgresql';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import type { Connection, PageArgs } from '../../ground/lists/pagination.ts';
import { audit, auditRow } from '../audit/index.ts';
import { endGrantsOf } from '../grants/index.ts';
import { SharedRates } from '../throttle/index.ts';
import { Consent } from './consent.entity.ts';
import { giveConsent, type Allowance } from './consent.hot.sql.ts';
import { clientConsentPages, consentLoader, consentPages } from './consent.loader.ts';
import { consentPolicy, type ConsentRevoke } from './consent.policy.ts';
import { consentErrors } from './errors.ts';

/** Consents as one viewer may see, give and revoke them. */
export class ConsentService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Stores what the user allows the client, in addition to what was allowed before. `returnHost` is empty if the answer
   * redirects nowhere.
   */
  async give(allowance: Omit<Allowance, 'returnHosts'> & { readonly returnHost: string }): Promise<void> {
    const { customerId, userId, clientId, scopes, declined, resources, claims, details, returnHost } = allowance;
    await this.ctx.runtime.get(SharedRates).use('consent', userId);
    const event = auditRow(this.ctx, {
      action: 'consent.given',
      subjectType: 'client',
      subjectId: clientId,
      customerId,
      actor: { type: 'user', id: userId },
      details: {
        userId,
        scopes,
        ...(declined.length > 0 && { declinedScopes: declined }),
        ...(resources.length > 0 && { resources }),
        ...(claims.length > 0 && { claims }),
        ...(details.length > 0 && { authorizationDetails: details.map(({ type }) => type) }),
        ...(returnHost && { returnHost }),
      },
    });
    const now = this.ctx.clock.now();
    const stored = { details: JSON.stringify(details), returnHosts: returnHost ? [returnHost] : [] };
    await this.ctx.db.rows(giveConsent, { ...allowance, ...stored, now, event });
  }

  /** The consent with this id, or null if there is none that the viewer may see. */
  async find(id: string): Promise<Consent | null> {
    signedIn(this.ctx.viewer);
    const consent = isUuid(id) ? await this.ctx.loader(consentLoader).load(id.toLowerCase()) : null;
    return consent && consentPolicy.reads(this.ctx.viewer, consent.userId) ? consent : null;
  }

  /** The viewer's consents, last confirmed first by default. */
  async own(args: ListArgs): Promise<Connection<Consent>> {
    return consentPages.of(this.ctx, consentPolicy.own(this.ctx.viewer).viewer.userId, args);
  }

  /** The user's consents, or null if the viewer may not see them. */
  async of(userId: string, args: ListArgs): Promise<Connection<Consent> | null> {
    return consentPolicy.reads(this.ctx.viewer, userId) ? consentPages.of(this.ctx, userId, args) : null;
  }

  /** What users allow the client, last confirmed first, or null if the viewer may not see everybody's consents. */
  async ofClient(clientId: string, args: PageArgs): Promise<Connection<Consent> | null> {
    return consentPolicy.readsAll(this.ctx.viewer) ? clientConsentPages.of(this.ctx, clientId, args) : null;
  }

  /** Revokes the consent: the viewer's own, or anybody's for an administrator. Returns it as it was. */
  async revoke(id: string): Promise<Consent> {
    const { viewer, ...permit } = consentPolicy.revoke(this.ctx.viewer);
    return this.end(permit, isUuid(id) ? { id: id.toLowerCase(), ...consentPolicy.reach(viewer) } : null);
  }

  /** Revokes the viewer's consent to the client. Returns it as it was. */
  async revokeOwn(clientId: string): Promise<Consent> {
    const { viewer, ...permit } = consentPolicy.own(this.ctx.viewer);
    return this.end(permit, clientId.includes('\0') ? null : { clientId, userId: viewer.userId });
  }

  private async end(
    { customerId }: Pick<ConsentRevoke, 'customerId'>,
    where: FilterQuery<Consent> | null,
  ): Promise<Consent> {
    if (where === null) throw consentErrors.CONSENT_NOT_FOUND();
    return this.ctx.db.transaction(async ({ em }) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const consent = await em.findOne(Consent, { customerId, ...(where as object) }, { lockMode });
      if (!consent) throw consentErrors.CONSENT_NOT_FOUND();
      const { userId, clientId } = consent;
      await endGrantsOf(em, { customerId, userId, clientId });
      em.remove(consent);
      audit.record(em, this.ctx, {
        action: 'consent.revoked',
        subjectType: 'client',
        subjectId: clientId,
        details: { userId },
      });
      return consent;
    });
  }
}

import type { RequestContext } from '../../kernel/context.ts';
import { auditRow } from '../audit/index.ts';
import { giveConsent } from './consent.sql.ts';

/** What a user allows a client. */
interface Allowance {
  readonly customerId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** What users allow clients, one request's view of it. */
export class ConsentService {
  constructor(private readonly ctx: RequestContext) {}

  /** Remembers that the user allows the client these scopes, besides those allowed before. */
  async give({ customerId, userId, clientId, scopes }: Allowance): Promise<void> {
    const event = auditRow(this.ctx, {
      action: 'consent.given',
      subjectType: 'client',
      subjectId: clientId,
      customerId,
      actor: { type: 'user', id: userId },
      details: { scopes },
    });
    const values = [userId, clientId, customerId, scopes, this.ctx.clock.now(), JSON.stringify(event)];
    await this.ctx.db.rows(giveConsent, values);
  }
}

import type { RequestContext } from '../../ground/kernel/context.ts';
import { notFound } from '../../ground/kernel/errors.ts';
import { audit } from '../audit/index.ts';
import { Client, isClientId } from '../clients/index.ts';
import { ClientRegistration } from './client-registration.entity.ts';
import { registrationPolicy, type RegistrationWrite } from './registration.policy.ts';

/** The tokens with which clients manage their registrations (RFC 7592), for the administrators of a customer. */
export class RegistrationTokenService {
  constructor(private readonly ctx: RequestContext) {}

  /** Ends the token of a client, if it has one. The client stays. */
  async revoke(clientId: string): Promise<Client> {
    return this.end(registrationPolicy.revoke(this.ctx.viewer), clientId);
  }

  private async end({ customerId }: RegistrationWrite, clientId: string): Promise<Client> {
    return this.ctx.db.transaction(async ({ em }) => {
      const client = isClientId(clientId) ? await em.findOne(Client, { id: clientId, customerId }) : null;
      if (!client) throw notFound('client');
      const managed = { customerId, clientId, tokenHash: { $ne: null } };
      if ((await em.nativeUpdate(ClientRegistration, managed, { tokenHash: null })) > 0)
        audit.record(em, this.ctx, {
          action: 'client.registration_token_revoked',
          subjectType: 'client',
          subjectId: clientId,
          details: { name: client.name },
        });
      return client;
    });
  }
}
